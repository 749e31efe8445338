#include "cc/driver/language.h"

#include "base/str.h"

typedef struct row {
    cc_language language;
    const char *words;
} row;

static const row suffixes[] = {
    {CC_LANG_C, "c C i ii cc CC cp cpp CPP cxx CXX c++ C++"},
    {CC_LANG_OTHER, "s S asm ll bc f F f90 F90 f95 F95 f03 F03 f08 F08 for FOR fpp FPP adb ads"},
    {CC_LANG_HEADER, "h H hh hpp hxx pch pcm ast cppm ccm cxxm c++m iim iih gch ifs"},
    {CC_LANG_FOREIGN, "m M mi mm mii cu cui hip hipi cl clcpp clii hlsl cir"},
};

static const row names[] = {
    {CC_LANG_NONE, "none"},
    {CC_LANG_C, "c cpp-output c++ c++-cpp-output"},
    {CC_LANG_OTHER, "assembler assembler-with-cpp ir f95 f95-cpp-input ada"},
    {CC_LANG_HEADER,
     "c-header c++-header c++-user-header c++-system-header c++-header-unit-cpp-output "
     "c++-header-unit-header c++-module ast pcm"},
    {CC_LANG_FOREIGN,
     "objective-c objective-c-cpp-output objective-c++ objective-c++-cpp-output objc-cpp-output "
     "objc++-cpp-output objective-c-header objective-c++-header cuda cuda-cpp-output hip "
     "hip-cpp-output cl clcpp hlsl cir"},
};

static cc_language find(const row *rows, size_t count, const char *word, cc_language otherwise) {
    for (size_t i = 0; i < count; i++)
        if (str_is_listed(rows[i].words, word, strlen(word)))
            return rows[i].language;
    return otherwise;
}

cc_language cc_language_of_file(const char *path) {
    const char *dot = strrchr(str_base_name(path), '.');
    return dot ? find(suffixes, sizeof suffixes / sizeof *suffixes, dot + 1, CC_LANG_OBJECT)
               : CC_LANG_OBJECT;
}

cc_language cc_language_named(const char *name) {
    return find(names, sizeof names / sizeof *names, name, CC_LANG_UNKNOWN);
}
