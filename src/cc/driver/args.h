/* A command line of clang as lathe cc sees it: what is to be compiled and linked, with which
 * options, and what of it lathe cannot follow.
 *
 * Words are kept as the user wrote them, response files expanded; every word that is not one of
 * lathe's own goes on to clang in its position. */
#pragma once

#include "base/str.h"
#include "pass/defaults.h"
#include "sys/words.h"

#include <limits.h>

typedef enum cc_mode {
    CC_PASS_ON, /* clang alone: -E, -S, -M, -###, -fsyntax-only, --version, no inputs, … */
    CC_COMPILE, /* -c: objects that carry bitcode */
    CC_LINK,    /* sources, if there are any, are compiled on the way */
} cc_mode;

typedef enum cc_input_kind {
    CC_SOURCE, /* C or C++ in any form clang compiles through LLVM IR */
    CC_OTHER,  /* assembler, IR, … : clang makes an object of it that carries no bitcode */
    CC_OBJECT, /* objects, archives, shared libraries, linker scripts: what the linker reads */
    CC_LIBRARY /* -lNAME, or -l with NAME as the next word */
} cc_input_kind;

typedef struct cc_input {
    cc_input_kind kind;
    size_t word; /* its index in words */
} cc_input;

/* More than anyone means. */
#define CC_NO_BUDGET UINT_MAX

/* What -flathe=… asks for. */
typedef enum cc_wish { CC_DEFAULT, CC_NONE, CC_PASSES } cc_wish;

/* Changing loop nests: -flathe-loops, -fno-lathe-loops, or neither. */
typedef enum cc_loops { CC_LOOPS_BY_LEVEL, CC_LOOPS_ON, CC_LOOPS_OFF } cc_loops;

/* What some words need of the rest of lathe, and of LLVM's library with it. */
typedef struct cc_services {
    bool (*is_own_target)(const char *triple);
    bool (*load)(lathe_ctx *ctx, const char *file);
    bool (*add_chosen)(str *out, const char *option, const char *words);
    bool (*is_allocator)(const char *text);
} cc_services;
/* All of it. */
extern const cc_services cc_services_all;

typedef struct cc_args {
    const cc_services *services; /* NULL: a program that has nothing of that */
    bool unsettled;              /* it would have been needed: this is not what the words mean */
    sys_words words;             /* for clang: without the program's name and lathe's own options,
                                    and without -flto and its like, which lathe does itself */
    sys_words plain;             /* with those, for clang alone */
    VEC(cc_input) inputs;        /* in their order */
    cc_mode mode;
    bool cxx;           /* lathe c++ */
    const char *clang;  /* the compiler that is run; with cxx, one that compiles and links C++ */
    const char *output; /* of -o, NULL if not given */
    int level;          /* 0 to 3 as in -On; s and z count as 2, g as 1, fast as 3 */
    bool shared;        /* -shared */
    bool pie, no_pie, is_static, relocatable; /* -r */
    const char *declined; /* why nothing of this command line is transformed, NULL if it may be */
    cc_wish wish;
    const char *wished; /* the text of it; the last one counts */
    const char *passes; /* of CC_PASSES: a row of passes as lathe opt takes it */
    bool loaded;        /* -flathe-load=FILE; the context has its passes */
    bool ckpt;          /* -flathe-ckpt, or the next */
    bool ckpt_auto;     /* -flathe-ckpt-auto */
    cc_loops loops;
    bool lto;           /* the link is one module, even if nothing changes: -flto, or … */
    bool lto_asked;     /* … -flathe-lto=full */
    unsigned budget;    /* -flathe-budget=SECONDS, CC_NO_BUDGET if not given */
    const char *report; /* -flathe-report=FILE, NULL if not given */
    const char *skip;   /* -flathe-skip=TYPES, joined with commas, NULL if not given */
    const char *alloc;  /* -flathe-alloc=NAME:SIZE, the same */
    bool verbose;       /* -v */
    const char *temp;   /* at a link: a directory for files, removed however the command ends */
} cc_args;

/* Reads argv[0…argc), the words after the program's name; fills all of args but services, cxx,
 * clang and temp, which are the caller's. Strings live in mem or are argv's. False with the status
 * set. */
bool cc_args_parse(lathe_ctx *ctx, arena *mem, int argc, char *const *argv, cc_args *args);
/* Whether passes were asked for, which run at every level of optimisation. */
bool cc_args_ask(const cc_args *args);
/* What clang alone is given. */
const sys_words *cc_args_plain(const cc_args *args);
/* Whether compilations of this command line change loop nests: at -O3, and from -O2 on if asked. */
bool cc_args_change_loops(const cc_args *args);
bool cc_args_have(const cc_args *args, cc_input_kind kind);
/* Whether lathe has anything to do at this link. Not if it was not asked for anything, and all that
 * is linked is compiled here without optimisation, as in many configure scripts. */
bool cc_args_need_link(const cc_args *args);
void cc_args_free(lathe_ctx *ctx, cc_args *args);
