/* What clang takes an input for. */
#pragma once

typedef enum cc_language {
    CC_LANG_NONE,    /* of -x: by the suffix again */
    CC_LANG_C,       /* C or C++ */
    CC_LANG_OTHER,   /* made into an object without passing through clang's front end for C */
    CC_LANG_OBJECT,  /* for the linker */
    CC_LANG_HEADER,  /* headers and modules, which become no object */
    CC_LANG_FOREIGN, /* clang's front end, but not C: Objective-C, CUDA, OpenCL, … */
    CC_LANG_UNKNOWN, /* of -x: no language of clang's */
} cc_language;

/* Of a file, by its suffix. */
cc_language cc_language_of_file(const char *path);
/* Of the value of -x. */
cc_language cc_language_named(const char *name);
