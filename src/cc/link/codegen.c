#include "cc/link/codegen.h"

#include "base/io.h"
#include "cc/objects/setting.h"
#include "sys/words.h"

#include <fcntl.h>
#include <string.h>

static void add_options(const cc_inputs *in, arena *mem, sys_words *words, const cc_record *r,
                        bool alike) {
    cc_setting s;
    for (size_t offset = 0; cc_setting_next(r->options, r->options_size, &offset, &s);)
        if (alike || !cc_setting_is_arithmetic(&s))
            vec_push(in->ctx, words, cc_setting_word(mem, &s));
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

static void add_all_options(const cc_inputs *in, arena *mem, sys_words *words) {
    record_list lists = {0};
    list_options(in, &lists);
    for (size_t i = 0; i < lists.len; i++)
        add_options(in, mem, words, lists.at[i], lists.len == 1);
    vec_free(in->ctx, &lists);
}

/* Where code may lie is decided by what is linked, not by what each object was made for. */
static const char *position(const cc_elf *output) {
    if (cc_elf_is_shared(output))
        return "-fPIC";
    return cc_elf_is_pie(output) ? "-fPIE" : "-fno-pie";
}

int cc_codegen_run(sys_jobs *jobs, const cc_inputs *in, const cc_elf *output,
                   const cc_codegen *how) {
    sys_words words = {0};
    arena mem;
    arena_init(&mem, in->ctx);
    int most = in->level > how->least_level ? in->level : how->least_level;
    const char level[] = {'-', 'O', (char)('0' + most), '\0'};
    vec_push(in->ctx, &words, how->clang);
    add_all_options(in, &mem, &words);
    sys_words_add(in->ctx, &words,
                  (const char *const[]){level, position(output), "-w", "-Xclang",
                                        "-disable-llvm-passes", "-x", "ir", "-c", how->bitcode,
                                        "-o", how->object, NULL});
    vec_push(in->ctx, &words, NULL);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const sys_child child = {
        .words = words.at, .out = null, .err = null, .seconds = how->seconds, .jobs = jobs};
    int code = ctx_ok(in->ctx) && null >= 0 ? sys_run(in->ctx, &child) : SYS_NOT_RUN;
    io_close(null);
    vec_free(in->ctx, &words);
    arena_free(&mem);
    return code;
}
