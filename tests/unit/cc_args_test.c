#include "failing_alloc.h"

#include "base/str.h"
#include "cc/driver/args.h"
#include "cc/driver/driver_carry.h"
#include "cc/driver/driver_options.h"
#include "cc/driver/driver_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_WORDS = 64 };

typedef struct line {
    char text[1024];
    char *words[MAX_WORDS];
    int count;
} line;

static void line_init(line *l, const char *text) {
    char *next;
    snprintf(l->text, sizeof l->text, "%s", text);
    l->count = 0;
    for (char *word = strtok_r(l->text, " ", &next); word; word = strtok_r(NULL, " ", &next))
        l->words[l->count++] = word;
}

static void print_inputs(str *out, const cc_args *args) {
    static const char kinds[] = "SXOL";
    for (size_t i = 0; i < args->inputs.len; i++) {
        const cc_input *in = &args->inputs.at[i];
        str_printf(out, " %c:%s", kinds[in->kind], args->words.at[in->word]);
    }
}

/* "link S:a.c O:b.o L:-lm -O2 o=prog shared" */
static void print_args(str *out, const cc_args *args) {
    static const char *const modes[] = {"pass", "compile", "link"};
    str_add(out, modes[args->mode]);
    print_inputs(out, args);
    if (args->level)
        str_printf(out, " -O%d", args->level);
    if (args->output)
        str_printf(out, " o=%s", args->output);
    str_add(out, args->shared ? " shared" : "");
    str_add(out, args->pie ? " pie" : "");
    str_add(out, args->no_pie ? " no-pie" : "");
    str_add(out, args->is_static ? " static" : "");
    str_add(out, args->relocatable ? " relocatable" : "");
    str_add(out, args->verbose ? " verbose" : "");
    str_add(out, args->wish == CC_NONE ? " none" : "");
    if (args->wish == CC_PASSES)
        str_printf(out, " passes=%s", args->passes);
    str_add(out, args->lto ? " lto" : "");
    if (args->report)
        str_printf(out, " report=%s", args->report);
    if (args->skip)
        str_printf(out, " skip=%s", args->skip);
    if (args->declined)
        str_printf(out, " declined=%.*s", (int)strcspn(args->declined, " "), args->declined);
}

static void print_words(str *out, const cc_args *args) {
    for (size_t i = 0; i < args->words.len; i++)
        str_printf(out, "%s%s", i ? " " : "", args->words.at[i]);
}

typedef struct row {
    const char *words, *meaning;
} row;

typedef void print_fn(str *out, const cc_args *args);

static void check_row(const row *r, print_fn *print) {
    lathe_ctx *ctx = lathe_ctx_new();
    arena mem;
    line l;
    str out;
    cc_args args = {.services = &cc_services_all, .clang = "clang"};
    arena_init(&mem, ctx);
    str_init(&out, ctx);
    line_init(&l, r->words);
    if (cc_args_parse(ctx, &mem, l.count, l.words, &args))
        print(&out, &args);
    else
        str_printf(&out, "error: %s", lathe_ctx_error(ctx));
    lathe_ctx_clear(ctx);
    if (strcmp(str_text(&out), r->meaning) != 0)
        fail_msg("%s\n  gives   %s\n  and not %s", r->words, str_text(&out), r->meaning);
    str_free(&out);
    cc_args_free(ctx, &args);
    arena_free(&mem);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

static void check_rows(const row *rows, size_t count, print_fn *print) {
    for (size_t i = 0; i < count; i++)
        check_row(&rows[i], print);
}
#define CHECK_ROWS(rows, print) check_rows(rows, sizeof(rows) / sizeof *(rows), print)

static void modes_are_told(void **state) {
    (void)state;
    static const row rows[] = {
        {"", "pass"},
        {"a.c", "link S:a.c"},
        {"-c a.c", "compile S:a.c"},
        {"a.c -c", "compile S:a.c"},
        {"--compile a.c", "compile S:a.c"},
        {"-E a.c", "pass S:a.c"},
        {"-c -E a.c", "pass S:a.c"},
        {"-S a.c", "pass S:a.c"},
        {"-M a.c", "pass S:a.c"},
        {"-MM a.c", "pass S:a.c"},
        {"-MD a.c", "link S:a.c"},
        {"-MMD -MF x.d -MT t.o -MQ u.o -c a.c", "compile S:a.c"},
        {"-MP -c a.c", "compile S:a.c"},
        {"-fsyntax-only a.c", "pass S:a.c"},
        {"-### a.c", "pass S:a.c"},
        {"--version", "pass"},
        {"--version a.c", "pass S:a.c"},
        {"-v", "pass verbose"},
        {"-v a.c", "link S:a.c verbose"},
        {"-dumpmachine", "pass"},
        {"-dumpversion a.o", "pass O:a.o"},
        {"-print-search-dirs", "pass"},
        {"-print-file-name=libc.so", "pass"},
        {"--print-prog-name ld", "pass"},
        {"--help", "pass"},
        {"-emit-llvm -c a.c", "pass S:a.c"},
        {"-cc1 -emit-obj a.c", "pass S:a.c"},
        {"-Wl,--version", "pass"},
        {"-lm", "pass L:-lm"},
        {"-lm a.o", "link L:-lm O:a.o"},
        {"--analyze a.c", "pass S:a.c"},
        {"--driver-mode=cpp a.c", "pass S:a.c"},
        {"--driver-mode=g++ a.c", "link S:a.c"},
        {"-ccc-print-phases a.c", "pass S:a.c"},
    };
    CHECK_ROWS(rows, print_args);
}

static void inputs_are_told(void **state) {
    (void)state;
    static const row rows[] = {
        {"a.c b.i c.cc d.cpp e.cxx f.C g.c++ h.ii",
         "link S:a.c S:b.i S:c.cc S:d.cpp S:e.cxx S:f.C S:g.c++ S:h.ii"},
        {"a.s b.S c.asm d.ll e.bc f.f90", "link X:a.s X:b.S X:c.asm X:d.ll X:e.bc X:f.f90"},
        {"a.o b.a c.so libx.so.3 script.ld file dir.c/x .c",
         "link O:a.o O:b.a O:c.so O:libx.so.3 O:script.ld O:file O:dir.c/x S:.c"},
        {"./a.b/c.c", "link S:./a.b/c.c"},
        {"a.h", "pass"},
        {"-c x.pcm", "pass"},
        {"-x c a.txt b", "link S:a.txt S:b"},
        {"-xc a.txt", "link S:a.txt"},
        {"--language=c a.txt", "link S:a.txt"},
        {"--language c++ a.txt", "link S:a.txt"},
        {"-x c a.txt -x none b.txt c.c", "link S:a.txt O:b.txt S:c.c"},
        {"-x assembler a.c -x c a.c", "link X:a.c S:a.c"},
        {"-x assembler-with-cpp -c a.c", "compile X:a.c"},
        {"-x ir a.txt", "link X:a.txt"},
        {"-x c-header a.c", "pass"},
        {"-x nonsense a.c", "pass"},
        {"-x c -", "link S:-"},
        {"-x c - -c", "compile S:-"},
        {"-", "pass O:-"},
        {"-E -", "pass O:-"},
        {"-lm a.c -l z", "link L:-lm S:a.c L:-l"},
        {"a.c -- -b.c -lm", "link S:a.c S:-b.c O:-lm"},
        {"a.c a.c", "link S:a.c S:a.c"},
    };
    CHECK_ROWS(rows, print_args);
}

static void values_are_no_inputs(void **state) {
    (void)state;
    static const row rows[] = {
        {"-o a.c b.c", "link S:b.c o=a.c"},
        {"-oprog b.c", "link S:b.c o=prog"},
        {"--output=prog b.c", "link S:b.c o=prog"},
        {"--output prog b.c", "link S:b.c o=prog"},
        {"-o - b.c", "link S:b.c o=-"},
        {"-I a.c -D b.c -U c.c -L d.c e.c", "link S:e.c"},
        {"-Ia -Db -Uc -Ld e.c", "link S:e.c"},
        {"-include a.c -isystem b.c -imacros c.c -idirafter d.c -iquote e.c x.c", "link S:x.c"},
        {"-Xclang a.c -Xlinker b.o -Xassembler c.s -Xpreprocessor d.c x.c", "link S:x.c"},
        {"-T a.o -u b.o -z c.o -e d.o -rpath e.o x.o", "link O:x.o"},
        {"-target x86_64-linux-gnu a.c", "link S:a.c"},
        {"-mllvm -x a.c", "link S:a.c"},
        {"--param a.c b.c", "link S:b.c"},
        {"-Xarch_x86_64 a.c b.c", "link S:b.c"},
        {"-sectalign a.c b.c c.c d.c", "link S:d.c"},
        {"-working-directory a.c b.c", "link S:b.c declined=-working-directory"},
        {"a.c -o", "pass S:a.c"},
        {"a.c -Xclang", "pass S:a.c"},
        {"-c a.c -Xclang -emit-llvm", "pass S:a.c"},
        {"-c a.c -Xclang -emit-llvm-bc -o x", "pass S:a.c o=x"},
        {"-c a.c -Xclang -disable-llvm-passes", "compile S:a.c"},
        {"-D -c a.c", "link S:a.c"},
        {"-I -E -c a.c", "compile S:a.c"},
        {"-D -flathe=none a.c", "link S:a.c"},
        {"-h a.c", "link S:a.c"},
        {"-fuse-ld=lld a.c", "link S:a.c"},
        {"-object a.c", "link S:a.c"},
    };
    CHECK_ROWS(rows, print_args);
}

static void levels_and_shapes(void **state) {
    (void)state;
    static const row rows[] = {
        {"-O a.c", "link S:a.c -O1"},
        {"-O0 a.c", "link S:a.c"},
        {"-O2 -O0 a.c", "link S:a.c"},
        {"-O0 -O3 a.c", "link S:a.c -O3"},
        {"-Os a.c", "link S:a.c -O2"},
        {"-Oz a.c", "link S:a.c -O2"},
        {"-Og a.c", "link S:a.c -O1"},
        {"-Ofast a.c", "link S:a.c -O3"},
        {"-O4 a.c", "link S:a.c -O3"},
        {"-O10 a.c", "link S:a.c -O3"},
        {"--optimize a.c", "link S:a.c -O1"},
        {"--optimize=2 a.c", "link S:a.c -O2"},
        {"-ObjC -O2 a.c", "link S:a.c -O2"},
        {"-shared -fPIC a.o", "link O:a.o shared"},
        {"-pie a.o", "link O:a.o pie"},
        {"-pie -no-pie a.o", "link O:a.o no-pie"},
        {"-no-pie -pie a.o", "link O:a.o pie"},
        {"-static a.o", "link O:a.o static"},
        {"-static-pie a.o", "link O:a.o pie static"},
        {"-r a.o", "link O:a.o relocatable"},
        {"-rdynamic a.o", "link O:a.o"},
        {"-shared-libgcc -static-libgcc a.o", "link O:a.o"},
    };
    CHECK_ROWS(rows, print_args);
}

static void own_options(void **state) {
    (void)state;
    static const row rows[] = {
        {"-flathe=none a.c", "link S:a.c none"},
        {"-flathe=delete-fields a.c", "link S:a.c passes=dtrans-delete-fields"},
        {"-flathe=aos-to-soa,pool a.c",
         "link S:a.c passes=dtrans-aos-to-soa,dtrans-pool,dtrans-strip-annotations"},
        {"-flathe=delete-fields,reorder-fields a.c",
         "link S:a.c passes=dtrans-delete-fields,dtrans-reorder-fields"},
        {"-flathe=shuffle:7 a.c", "link S:a.c passes=dtrans-shuffle<seed=7>"},
        {"-flathe=reorder-fields,shuffle:12 a.c",
         "link S:a.c passes=dtrans-reorder-fields,dtrans-shuffle<seed=12>"},
        {"-flathe=none -flathe=shuffle:1 a.c", "link S:a.c passes=dtrans-shuffle<seed=1>"},
        {"-flathe=shuffle:1 -flathe=none a.c", "link S:a.c none"},
        {"-flathe-report=r.json a.c", "link S:a.c report=r.json"},
        {"-flathe-skip=a -flathe-skip=b,c a.c", "link S:a.c skip=a,b,c"},
        {"-E -flathe=none a.c", "pass S:a.c none"},
        {"a.c -- -flathe=none", "link S:a.c O:-flathe=none"},
        {"-flathe-reprot=x a.c", "error: unknown option '-flathe-reprot=x' (did you mean "
                                 "'-flathe-report='?); see lathe cc --help"},
        {"-flathe a.c",
         "error: unknown option '-flathe' (did you mean '-flathe='?); see lathe cc --help"},
        {"-fno-lathe a.c", "error: unknown option '-fno-lathe' (did you mean '-flathe=none'?); "
                           "see lathe cc --help"},
        {"-flathe= a.c", "error: a value is missing after '-flathe='; see lathe cc --help"},
        {"-flathe=delete-feilds a.c",
         "error: 'delete-feilds' is not a transform for -flathe= (did you mean 'delete-fields'?); "
         "it "
         "takes none, or a list of delete-fields, reorder-fields, aos-to-soa, split, pool and "
         "shuffle:SEED"},
        {"-flathe=shuffle a.c", "error: 'shuffle' is not a transform for -flathe=; it takes none, "
                                "or a list of delete-fields, "
                                "reorder-fields, aos-to-soa, split, pool and shuffle:SEED"},
        {"-flathe=shuffle:x a.c",
         "error: 'shuffle:x' is not a transform for -flathe=; it takes none, or a list of "
         "delete-fields, reorder-fields, aos-to-soa, split, pool and shuffle:SEED"},
        {"-flathe=delete-fields, a.c",
         "error: '' is not a transform for -flathe=; it takes none, or a list of delete-fields, "
         "reorder-fields, aos-to-soa, split, pool and shuffle:SEED"},
    };
    CHECK_ROWS(rows, print_args);
}

static void what_is_declined(void **state) {
    (void)state;
    static const row rows[] = {
        {"-fsanitize=address a.c", "link S:a.c declined=-fsanitize=address"},
        {"-fsanitize=address -fno-sanitize=all a.c", "link S:a.c"},
        {"-fno-sanitize=all -fsanitize=undefined a.c", "link S:a.c declined=-fsanitize=undefined"},
        {"-fsanitize-coverage=trace-pc a.c", "link S:a.c declined=-fsanitize-coverage=trace-pc"},
        {"-fno-sanitize-recover=all a.c", "link S:a.c"},
        {"-flto a.c", "link S:a.c lto"},
        {"-flto=auto -ffat-lto-objects -c a.c", "compile S:a.c lto"},
        {"-flto=thin -c a.c", "compile S:a.c declined=-flto=thin"},
        {"-flto=thin -flto=full -c a.c", "compile S:a.c lto"},
        {"-flto -flto=thin -c a.c", "compile S:a.c declined=-flto=thin"},
        {"-flto -fno-lto a.c", "link S:a.c"},
        {"-flto -fwhole-program-vtables a.c", "link S:a.c lto declined=-fwhole-program-vtables"},
        {"-flto -Wl,-plugin-opt=O3 a.c", "link S:a.c lto declined=-Wl,-plugin-opt=O3"},
        {"-flto-jobs=2 a.c", "link S:a.c"},
        {"-fprofile-generate a.c", "link S:a.c declined=-fprofile-generate"},
        {"-fprofile-use=x.profdata a.c", "link S:a.c declined=-fprofile-use=x.profdata"},
        {"-fcs-profile-generate a.c", "link S:a.c declined=-fcs-profile-generate"},
        {"-fprofile-instr-generate a.c", "link S:a.c declined=-fprofile-instr-generate"},
        {"-fprofile-instr-use=x.profdata a.c", "link S:a.c"},
        {"--coverage a.c", "link S:a.c declined=--coverage"},
        {"-fprofile-arcs -ftest-coverage a.c", "link S:a.c declined=-ftest-coverage"},
        {"-pg a.c", "link S:a.c declined=-pg"},
        {"-fxray-instrument a.c", "link S:a.c declined=-fxray-instrument"},
        {"-finstrument-functions a.c", "link S:a.c declined=-finstrument-functions"},
        {"-m32 a.c", "link S:a.c declined=-m32"},
        {"-m32 -m64 a.c", "link S:a.c"},
        {"-mbig-endian a.c", "link S:a.c declined=-mbig-endian"},
        {"-fembed-bitcode a.c", "link S:a.c declined=-fembed-bitcode"},
        {"--target=mips-linux-gnu a.c", "link S:a.c declined=mips-linux-gnu"},
        {"-target riscv64-unknown-elf a.c", "link S:a.c declined=riscv64-unknown-elf"},
        {"-arch arm64 a.c", "link S:a.c declined=-arch"},
        {"a.m", "link X:a.m declined=a.m"},
        {"-x cuda a.c", "link X:a.c declined=a.c"},
        {"-fopenmp-targets=nvptx64 a.c", "link S:a.c declined=-fopenmp-targets=nvptx64"},
        {"-fopenmp a.c", "link S:a.c"},
        {"-march=native -mtune=native a.c", "link S:a.c"},
    };
    CHECK_ROWS(rows, print_args);
}

static void targets_are_compared(void **state) {
    (void)state;
    const row rows[] = {
#ifdef __x86_64__
        {"--target=x86_64-linux-gnu a.c", "link S:a.c"},
        {"--target=x86_64-pc-linux-gnu a.c", "link S:a.c"},
        {"--target=x86_64-unknown-linux-gnu a.c", "link S:a.c"},
        {"--target=x86_64-linux-gnux32 a.c", "link S:a.c declined=x86_64-linux-gnux32"},
        {"--target=x86_64-linux-musl a.c", "link S:a.c declined=x86_64-linux-musl"},
        {"--target=x86_64 a.c", "link S:a.c declined=x86_64"},
        {"--target=mips --target=x86_64-linux-gnu a.c", "link S:a.c"},
        {"--target=i386-linux-gnu a.c", "link S:a.c declined=i386-linux-gnu"},
#endif
        {"--target= a.c", "link S:a.c declined="},
    };
    CHECK_ROWS(rows, print_args);
}

static void words_go_on_in_their_order(void **state) {
    (void)state;
    static const row rows[] = {
        {"-O2 -flathe=none a.c -flathe-report=x -o p -flathe-skip=t -lm -D X",
         "-O2 a.c -o p -lm -D X"},
        {"-Xclang -flathe=none a.c", "-Xclang -flathe=none a.c"},
        {"a.c -o", "a.c -o"},
        {"@nosuchfile a.c", "@nosuchfile a.c"},
    };
    CHECK_ROWS(rows, print_words);
}

static void print_variable(str *out, const cc_args *args) {
    arena mem;
    arena_init(&mem, out->ctx);
    const char *variable = cc_carry_variable(&mem, args, false);
    for (; *variable; variable++)
        str_add_char(out, *variable == '\x1f' ? '|' : *variable);
    arena_free(&mem);
}

static void words_for_code_are_chosen(void **state) {
    (void)state;
    static const row rows[] = {
        {"-c a.c", "LATHE_EMBED=0"},
        {"-O2 -c a.c -o a.o -Wall -DX -I. -std=c11 -MD -MF a.d", "LATHE_EMBED=2"},
        {"-O3 -fPIC -g -march=native a.c -ffunction-sections",
         "LATHE_EMBED=3l|-fPIC|-g|-march=native|-ffunction-sections"},
        {"-O3 -flathe-loops -fno-lathe-loops -c a.c", "LATHE_EMBED=3"},
        {"-O2 -fno-lathe-loops -flathe-loops -c a.c", "LATHE_EMBED=2l"},
        {"-O1 -flathe-loops -c a.c", "LATHE_EMBED=1"},
        {"-Os -mllvm -g a.c -Xassembler -gz -Wa,-z -Wa,--noexecstack -mavx2",
         "LATHE_EMBED=2|-Wa,--noexecstack"},
        {"-O2 -fno-plt -fno-omit-frame-pointer -fstack-protector-strong -mcmodel=large a.c",
         "LATHE_EMBED=2|-fno-plt|-fno-omit-frame-pointer|-fstack-protector-strong|"
         "-mcmodel=large"},
        {"-O2 -fvisibility=hidden -fno-strict-aliasing -fwrapv a.c", "LATHE_EMBED=2"},
        {"-O2 -gcc-toolchain -multiply_defined x -D -g a.c", "LATHE_EMBED=2"},
        {"-O2 a.c -- -g", "LATHE_EMBED=2"},
        {"-O2 -gdwarf-4 -gsplit-dwarf -gz a.c", "LATHE_EMBED=2|-gdwarf-4|-gz"},
    };
    CHECK_ROWS(rows, print_variable);
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void response_files(void **state) {
    (void)state;
    char folder[] = "/tmp/lathe-unit-XXXXXX", old[4096];
    assert_non_null(mkdtemp(folder));
    assert_non_null(getcwd(old, sizeof old));
    assert_int_equal(chdir(folder), 0);
    write_file("plain", "-c a.c\n\t-O2  -flathe=none");
    write_file("quotes", "'a b.c' \"c d\".c e\\ f.c 'g\\'h' \"i\\\"j\" \"\" '' k\\\\l");
    write_file("outer", "-x c @inner -lm");
    write_file("inner", "one @plain two");
    write_file("mark", "\xef\xbb\xbf-c a.c");
    write_file("utf16", "\xff\xfe-");
    write_file("loop", "x @loop2");
    write_file("loop2", "@loop");
    write_file("open", "a.c \"-DX Y");
    const row words[] = {
        {"@plain", "-c a.c -O2"},
        {"@quotes", "a b.c c d.c e f.c g'h i\"j k\\l"},
        {"before @outer after", "before -x c one -c a.c -O2 two -lm after"},
        {"@mark", "-c a.c"},
        {"@open", "a.c -DX Y"},
        {"@loop z", "@loop z"},
        {"@utf16", "@utf16"},
        {"@.", "@."},
        {"--rsp-quoting=windows @plain", "--rsp-quoting=windows @plain"},
    };
    const row meanings[] = {
        {"@plain", "compile S:a.c -O2 none"},
        {"@outer", "compile S:one S:a.c S:two L:-lm -O2 none"},
        {"@loop a.c", "pass O:@loop S:a.c"},
    };
    CHECK_ROWS(words, print_words);
    CHECK_ROWS(meanings, print_args);
    assert_int_equal(chdir(old), 0);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static void steps_are_read(void **state) {
    (void)state;
    static const char text[] = "clang version 22\nTarget: x\n"
                               "clang: warning: odd [-Wodd]\n"
                               " (in-process)\n"
                               " \"/bin/clang\" \"-cc1\" \"-o\" \"/t/a.o\" \"a \\\"b\\\\\\$.c\"\n"
                               " \"/bin/ld\" \"-o\" \"p\nq\" \"/t/a.o\" \"\"\n"
                               "clang: note: more\n";
    lathe_ctx *ctx = lathe_ctx_new();
    arena mem;
    cc_steps steps = {0};
    arena_init(&mem, ctx);
    cc_steps_read(ctx, &mem, text, &steps);
    assert_string_equal(steps.messages, "clang: warning: odd [-Wodd]\nclang: note: more\n");
    assert_int_equal(steps.at.len, 2);
    assert_int_equal(steps.at.at[0].words.len, 5);
    assert_string_equal(steps.at.at[0].words.at[4], "a \"b\\$.c");
    assert_string_equal(steps.at.at[0].output, "/t/a.o");
    assert_string_equal(steps.at.at[1].output, "p\nq");
    assert_int_equal(steps.at.at[1].words.len, 5);
    assert_true(cc_step_has(&steps.at.at[1], "/t/a.o"));
    assert_false(cc_step_has(&steps.at.at[1], "a.o"));
    cc_steps_free(ctx, &steps);
    arena_free(&mem);
    lathe_ctx_free(ctx);
}

static void option_values_are_known(void **state) {
    (void)state;
    static const char *const one[] = {"-o",          "-I",    "-Xclang",        "-z",
                                      "--CLASSPATH", "-x",    "-mthread-model", "--sysroot",
                                      "-Xarch_y",    "-specs"};
    static const char *const none[] = {"-c", "-ofile", "-Wall", "-O2", "-", "--", "-shared", "-zz"};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        assert_int_equal(cc_option_values(one[i]), 1);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(cc_option_values(none[i]), 0);
    assert_int_equal(cc_option_values("-segaddr"), 2);
}

static void parse_much(lathe_ctx *ctx) {
    arena mem;
    line l;
    cc_args args = {.services = &cc_services_all, .clang = "clang"};
    arena_init(&mem, ctx);
    line_init(&l, "-O2 -fsanitize=address -flathe=delete-fields,shuffle:3 -flathe-skip=a "
                  "-flathe-skip=b a.c b.s c.o -lm -target mips -o p -x c d -Xclang e");
    bool parsed = cc_args_parse(ctx, &mem, l.count, l.words, &args);
    assert_int_equal(parsed, ctx_ok(ctx));
    if (parsed)
        assert_int_equal(cc_carry_variable(&mem, &args, false) != NULL, ctx_ok(ctx));
    cc_args_free(ctx, &args);
    arena_free(&mem);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(parse_much);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_are_told),
        cmocka_unit_test(inputs_are_told),
        cmocka_unit_test(values_are_no_inputs),
        cmocka_unit_test(levels_and_shapes),
        cmocka_unit_test(own_options),
        cmocka_unit_test(what_is_declined),
        cmocka_unit_test(targets_are_compared),
        cmocka_unit_test(words_go_on_in_their_order),
        cmocka_unit_test(words_for_code_are_chosen),
        cmocka_unit_test(response_files),
        cmocka_unit_test(steps_are_read),
        cmocka_unit_test(option_values_are_known),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
