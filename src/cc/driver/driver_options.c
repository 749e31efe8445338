#include "cc/driver/driver_options.h"

#include "base/str.h"

/* Sorted by their bytes. */
static const char with_one[] =
    "--CLASSPATH --analyzer-output --assert --bootclasspath --classpath --config --define-macro "
    "--dyld-prefix --encoding --extdirs --for-linker --force-link --imacros --include "
    "--include-directory --include-directory-after --include-prefix --include-with-prefix "
    "--include-with-prefix-after --include-with-prefix-before --language --library-directory "
    "--mhwdiv --no-system-header-prefix --output --output-class-directory --param --prefix "
    "--print-file-name --print-prog-name --resource --rtlib --serialize-diagnostics --specs --std "
    "--stdlib --sysroot --system-header-prefix --undefine-macro --vfsoverlay -A -B -D -F -G -I -L "
    "-MF -MJ -MQ -MT -T -U -V -Xanalyzer -Xassembler -Xclang -Xclangas -Xcuda-fatbinary "
    "-Xcuda-ptxas -Xlinker -Xmicrosoft-visualc-tools-root -Xoffload-linker -Xopenmp-target "
    "-Xpreprocessor -allowable_client -arch -arch_only -b -bundle_loader -ccc-gcc-name "
    "-ccc-install-dir -client_name -compatibility_version -current_version -cxx-isystem "
    "-darwin-target-variant -darwin-target-variant-triple -dependency-dot -dependency-file "
    "-dsym-dir -dumpdir -dylib_file -dylinker_install_name -e -exported_symbols_list "
    "-fdebug-compilation-dir -fexperimental-openacc-macro-override -filelist "
    "-fmodules-user-build-path -force_load -framework -ftrapv-handler -gen-cdb-fragment-path "
    "-hlsl-entry -iapinotes-modules -idirafter -iframework -iframeworkwithsysroot -imacros "
    "-image_base -imultilib -include -include-pch -init -install_name -iprefix -iquote -isysroot "
    "-isystem -isystem-after -ivfsoverlay -iwithprefix -iwithprefixbefore -iwithsysroot -l "
    "-lazy_framework -lazy_library -meabi -mllvm -mmlir -module-dependency-dir -mthread-model "
    "-multiply_defined -multiply_defined_unused -o -object-file-name -pagezero_size "
    "-read_only_relocs -resource-dir -rpath -seg1addr -seg_addr_table -seg_addr_table_filename "
    "-segs_read_only_addr -segs_read_write_addr -serialize-diagnostics -specs -stdlib++-isystem "
    "-sub_library -sub_umbrella -target -u -umbrella -undefined -unexported_symbols_list "
    "-validator-version -vfsoverlay -weak_framework -weak_library -weak_reference_mismatches "
    "-working-directory -x -z";

/* All of them mean something on other systems only. */
static const struct {
    const char *name;
    size_t values;
} with_several[] = {
    {"-sectalign", 3}, {"-sectcreate", 3}, {"-sectobjectsymbols", 2}, {"-sectorder", 3},
    {"-segaddr", 2},   {"-segcreate", 3},  {"-segprot", 3},
};

static const char begin_with_one[] = "-Xarch_* -Xopenmp-target=*";

#define COUNT(array) (sizeof(array) / sizeof *(array))

size_t cc_option_values(const char *word) {
    if (str_is_listed(with_one, word, strlen(word)) ||
        str_is_listed(begin_with_one, word, strlen(word)))
        return 1;
    for (size_t i = 0; i < COUNT(with_several); i++)
        if (strcmp(word, with_several[i].name) == 0)
            return with_several[i].values;
    return 0;
}
