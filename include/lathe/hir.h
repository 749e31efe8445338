/* lathe: the loop nests of a program as high-level trees.
 *
 * Ownership words are those of lathe.h. Strings that these functions return without LATHE_GIVE
 * live as long as the HIR. Functions with loops are numbered from 0 in the order of the program,
 * regions (outermost loop nests) of a function and loops that are in no region from 0 as well.
 * Numbers out of range are harmless: they give NULL, 0 or false.
 */
#ifndef LATHE_HIR_H
#define LATHE_HIR_H

#include <lathe/lathe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The loop nests of a program. */
typedef struct lathe_hir lathe_hir;

/* How HIR is built. */
typedef struct lathe_hir_options {
    size_t struct_size;
    const char *function; /* only this one; LATHE_USAGE if there is none. NULL: all */
    bool as_is;           /* the module's loops are not brought into shape first */
    bool for_changes;     /* they are brought into the shape that hir-optimize starts from, unless
                             as_is is set, too */
    bool optimized;       /* loop nests are changed as hir-optimize does it; the module is not */
} lathe_hir_options;

/* Builds the HIR of the module's functions. The module's loops are brought into shape for it
 * (docs/hir-model.md), unless the options say otherwise; it must outlive the HIR, and must not
 * change while that is asked. options may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API lathe_hir *lathe_hir_build(LATHE_KEEP lathe_module *module,
                                                const lathe_hir_options *options);
/* Reads files of HIR, as text (lathe_hir_text) or as JSON (lathe_hir_json), which begins with a
 * brace; "-" is the standard input. It is read as HIR of a machine with 64-bit pointers. function:
 * only this one, LATHE_USAGE if there is none; NULL: all. NULL on failure: LATHE_IO, or
 * LATHE_BAD_INPUT with file, line and column in the message. */
LATHE_GIVE LATHE_API lathe_hir *lathe_hir_read(LATHE_KEEP lathe_ctx *ctx, const char *const *paths,
                                               size_t count, const char *function);
/* Frees HIR; dependences of it must be freed before. */
LATHE_API void lathe_hir_free(LATHE_TAKE lathe_hir *h);

/* How many loops of which kinds there are. */
typedef struct lathe_hir_counts {
    size_t struct_size;
    size_t loops; /* all loops: modelled or not */
    size_t regions;
    size_t do_loops;         /* run a known number of times */
    size_t multi_exit_loops; /* the same at most, unless a goto leaves them before */
    size_t while_loops;      /* run until a goto leaves them */
    size_t not_modelled;     /* are in no region */
} lathe_hir_counts;

#define LATHE_HIR_ALL SIZE_MAX
/* Counts the loops of one function, or with LATHE_HIR_ALL of all. False if there is no such
 * function. */
LATHE_API bool lathe_hir_count(LATHE_KEEP const lathe_hir *h, size_t function,
                               lathe_hir_counts *counts);

/* How many functions have loops. */
LATHE_API size_t lathe_hir_function_count(LATHE_KEEP const lathe_hir *h);
/* The name of a function with loops. */
LATHE_API const char *lathe_hir_function_name(LATHE_KEEP const lathe_hir *h, size_t function);

/* Why a loop is not modelled, or not as one that runs a known number of times. */
typedef struct lathe_hir_refusal {
    size_t struct_size;
    const char *id;     /* "irreducible", …: see docs/hir-model.md */
    const char *reason; /* one sentence, no full stop */
    const char *loop;   /* the name of its first block */
    bool modelled;      /* as a loop that runs until a goto leaves it */
    const char *file;   /* NULL if unknown */
    unsigned line, column;
} lathe_hir_refusal;

/* How many loops of a function have such a reason. */
LATHE_API size_t lathe_hir_refusal_count(LATHE_KEEP const lathe_hir *h, size_t function);
/* Fills one of these reasons. False if there is none of that index. */
LATHE_API bool lathe_hir_refusal_get(LATHE_KEEP const lathe_hir *h, size_t function, size_t index,
                                     lathe_hir_refusal *refusal);

/* Whether the location that a reference leads to depends on what another one reads: a[b[i] + 1]. */
typedef enum lathe_hir_indexing {
    LATHE_HIR_NOT_INDEXED,
    LATHE_HIR_INDEXED_BY_SUBSCRIPT,
    LATHE_HIR_INDEXED_BY_BASE
} lathe_hir_indexing;

/* Whether and how a reference is indexed. node is a node's number, as text and JSON show it; ref is
 * the index of the reference among the node's, from 0. *index, if it is indexed, is the number of
 * the node that reads the index. */
LATHE_API lathe_hir_indexing lathe_hir_ref_indexing(LATHE_KEEP const lathe_hir *h, size_t function,
                                                    size_t region, unsigned node, size_t ref,
                                                    unsigned *index);

/* What text, documents and pages show. */
typedef struct lathe_hir_view {
    size_t struct_size;
    bool one_region;    /* only one region of each function: */
    size_t region;      /* the one with this index */
    bool numbers;       /* text: the nodes' numbers */
    bool verbose;       /* text: symbases, levels, types, strides */
    const char *folder; /* text: paths below it are shown without it; NULL: whole paths */
} lathe_hir_view;

/* The loop nests as text for people, which lathe_hir_read reads. view may be NULL. NULL on failure.
 */
LATHE_GIVE LATHE_API char *lathe_hir_text(LATHE_KEEP lathe_hir *h, const lathe_hir_view *view);
/* The loop nests as the JSON document of docs/hir-json.md. view may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_hir_json(LATHE_KEEP lathe_hir *h, const lathe_hir_view *view);

/* Dependences: which references must keep their order, and why (docs/hir-dd.md). */
typedef struct lathe_deps lathe_deps;

/* What dependences may be assumed away, and how much work is done for them. */
typedef struct lathe_deps_options {
    size_t struct_size;
    bool assume_noalias;     /* different base pointers lead to different objects */
    bool assume_dims;        /* subscripts stay in their dimensions */
    bool no_exact;           /* isl is not asked about what simpler tests leave open */
    bool input;              /* edges between reads, too */
    uint64_t max_operations; /* of isl for one question; 0: the default */
    uint64_t max_pairs;      /* of references in one region; 0: the default */
} lathe_deps_options;

/* Finds the dependences of all regions. The HIR must outlive them and not change. options may be
 * NULL; NULL on failure. What could not be found out in time is assumed: see lathe_deps_counts. */
LATHE_GIVE LATHE_API lathe_deps *lathe_hir_deps(LATHE_KEEP lathe_hir *h,
                                                const lathe_deps_options *options);
/* Frees dependences. */
LATHE_API void lathe_deps_free(LATHE_TAKE lathe_deps *deps);

/* How many pairs of references were tested, and with what result. */
typedef struct lathe_deps_counts {
    size_t struct_size;
    size_t pairs;   /* of references to memory, one of them a write */
    size_t none;    /* that never meet */
    size_t proved;  /* that do, or may, for all that can be known */
    size_t assumed; /* that may, because something is not known */
    size_t asked;   /* about which isl was asked */
    size_t gave_up; /* about which isl had no answer in time */
    size_t edges;
    size_t incomplete; /* regions with so many pairs that not all were tested */
} lathe_deps_counts;
/* Counts the pairs of all regions. False if counts has no size. */
LATHE_API bool lathe_deps_count(LATHE_KEEP const lathe_deps *deps, lathe_deps_counts *counts);

/* What kind of dependence an edge is. */
typedef enum lathe_deps_kind {
    LATHE_DEPS_FLOW,   /* written, then read */
    LATHE_DEPS_ANTI,   /* read, then written */
    LATHE_DEPS_OUTPUT, /* written twice */
    LATHE_DEPS_INPUT   /* read twice */
} lathe_deps_kind;

/* Directions, of which several may be possible: the sink runs in a later, the same, an earlier
 * iteration of the loop. */
enum { LATHE_DEPS_LESS = 1, LATHE_DEPS_EQUAL = 2, LATHE_DEPS_GREATER = 4 };

/* A dependence: the source runs first. */
typedef struct lathe_deps_edge {
    size_t struct_size;
    lathe_deps_kind kind;
    unsigned source, sink; /* numbers of nodes, as text and JSON show them */
    unsigned level;        /* of the loop that carries it, from 1; 0: within one iteration */
    unsigned levels;       /* loops around both */
    const unsigned char *directions; /* of each level */
    const bool *constant;            /* whether the distance at that level is always the same */
    const int64_t *distance;         /* then this */
    const char *reason;              /* why it is assumed: an id; NULL: it is proved */
    bool scalar;                     /* of a temp, not of memory */
} lathe_deps_edge;

/* How many edges the graph of a region has. */
LATHE_API size_t lathe_deps_edge_count(LATHE_KEEP const lathe_deps *deps, size_t function,
                                       size_t region);
/* Fills an edge of a region's graph. False if there is none of that index. */
LATHE_API bool lathe_deps_edge_get(LATHE_KEEP const lathe_deps *deps, size_t function,
                                   size_t region, size_t index, lathe_deps_edge *edge);

/* What may be asked about a loop: whether its iterations may run in another order. */
typedef enum lathe_deps_question {
    LATHE_DEPS_PARALLEL,    /* all iterations at once */
    LATHE_DEPS_VECTORIZE,   /* some consecutive iterations at once */
    LATHE_DEPS_INTERCHANGE, /* a loop and one inside are interchanged */
    LATHE_DEPS_TILE,        /* a loop and all down to one inside, in blocks */
    LATHE_DEPS_FUSE,        /* a loop and the one right after it become one */
    LATHE_DEPS_REVERSE      /* the last iteration first */
} lathe_deps_question;

/* Whether it may be done, and if not, why. */
typedef struct lathe_deps_answer {
    size_t struct_size;
    bool yes;
    const char *id;     /* why not; NULL if yes */
    const char *reason; /* one sentence, no full stop */
    size_t edge;        /* the edge in the way, SIZE_MAX if it is something else */
    uint64_t distance;  /* of vectorizing: so many iterations at most; 0: any number */
} lathe_deps_answer;

/* Asks whether something may be done with a loop. loop and other are numbers of nodes; other counts
 * for INTERCHANGE, TILE and FUSE. False if there are no such loops in the region, or no such
 * question. */
LATHE_API bool lathe_deps_ask(LATHE_KEEP const lathe_deps *deps, size_t function, size_t region,
                              lathe_deps_question question, unsigned loop, unsigned other,
                              lathe_deps_answer *answer);

/* The dependences as text for people. view may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_deps_text(LATHE_KEEP lathe_deps *deps, const lathe_hir_view *view);
/* The dependences as the JSON document of docs/hir-dd.md. view may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_deps_json(LATHE_KEEP lathe_deps *deps, const lathe_hir_view *view);
/* The dependences as a graph for dot. view may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_deps_dot(LATHE_KEEP lathe_deps *deps, const lathe_hir_view *view);
/* Iterations and accesses as sets and relations for isl. view may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_deps_isl(LATHE_KEEP lathe_deps *deps, const lathe_hir_view *view);
/* The answers for all loops that a question can be asked about, as text. LATHE_USAGE for a question
 * that does not exist. view may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_deps_why_not(LATHE_KEEP lathe_deps *deps,
                                              lathe_deps_question question,
                                              const lathe_hir_view *view);
/* One page of HTML that needs nothing else: nests, what is known of their loops, references, and
 * dependences with a picture of them. after: those of the same module's nests as hir-optimize
 * changes them, to be shown beside; or NULL. */
LATHE_GIVE LATHE_API char *lathe_deps_html(LATHE_KEEP lathe_deps *deps,
                                           LATHE_KEEP lathe_deps *after,
                                           const lathe_hir_view *view);

#ifdef __cplusplus
}
#endif
#endif
