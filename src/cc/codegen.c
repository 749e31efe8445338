#include "cc/codegen.h"

#include "cc/words.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Only objects that were all compiled alike say what holds for all functions. What one of them
 * allows for its own arithmetic, its instructions carry. */
static const char *const only_alike[] = {"-ffast-math", "-fno-fast-math", "-ffp-contract",
                                         "-ffp-model"};
/* Debug info goes where the code is: the files it was split into are of the single objects. */
static const char *const never[] = {"-gsplit-dwarf"};

static bool begins_with_one(const char *word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strncmp(word, list[i], strlen(list[i])) == 0)
            return true;
    return false;
}

static bool is_wanted(const char *word, bool alike) {
    if (begins_with_one(word, never, sizeof never / sizeof *never))
        return false;
    return alike || !begins_with_one(word, only_alike, sizeof only_alike / sizeof *only_alike);
}

/* Records are read with care: options need not end as they should. */
static void add_options(lathe_ctx *ctx, cc_words *words, const cc_record *r, bool alike) {
    const char *end = r->options + r->options_size;
    for (const char *p = r->options; p < end && *p; p += strlen(p) + 1) {
        if (!memchr(p, '\0', (size_t)(end - p)))
            return;
        if (is_wanted(p, alike))
            vec_push(ctx, words, p);
    }
}

static bool has_same_options(const cc_record *a, const cc_record *b) {
    return a->options_size == b->options_size &&
           memcmp(a->options, b->options, a->options_size) == 0;
}

typedef VEC(const cc_record *) record_list;

/* One record of each list of options there is. */
static void list_options(const cc_inputs *in, record_list *lists) {
    for (size_t i = 0; i < in->members.len; i++) {
        const cc_member *m = &in->members.at[i];
        for (size_t k = 0; m->native == CC_MERGED && k < m->record_count; k++) {
            const cc_record *r = &in->records.at[m->first_record + k];
            bool known = false;
            for (size_t n = 0; n < lists->len && !known; n++)
                known = has_same_options(lists->at[n], r);
            if (!known)
                vec_push(in->ctx, lists, r);
        }
    }
}

static void add_all_options(const cc_inputs *in, cc_words *words) {
    record_list lists = {0};
    list_options(in, &lists);
    for (size_t i = 0; i < lists.len; i++)
        add_options(in->ctx, words, lists.at[i], lists.len == 1);
    vec_free(in->ctx, &lists);
}

/* Where code may lie is decided by what is linked, not by what each object was made for. */
static const char *position(const cc_elf *output) {
    if (cc_elf_is_shared(output))
        return "-fPIC";
    return cc_elf_is_pie(output) ? "-fPIE" : "-fno-pie";
}

int cc_codegen_run(cc_jobs *jobs, const cc_inputs *in, const cc_elf *output,
                   const cc_codegen *how) {
    cc_words words = {0};
    const char level[] = {'-', 'O', (char)('0' + in->level), '\0'};
    vec_push(in->ctx, &words, how->clang);
    add_all_options(in, &words);
    const char *const last[] = {level,
                                position(output),
                                "-w",
                                "-Xclang",
                                "-disable-llvm-passes",
                                "-x",
                                "ir",
                                "-c",
                                how->bitcode,
                                "-o",
                                how->object,
                                NULL};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        vec_push(in->ctx, &words, last[i]);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const cc_child child = {
        .words = words.at, .out = null, .err = null, .seconds = how->seconds, .jobs = jobs};
    int code = ctx_ok(in->ctx) && null >= 0 ? cc_run(in->ctx, &child) : CC_NOT_RUN;
    if (null >= 0)
        close(null);
    vec_free(in->ctx, &words);
    return code;
}
