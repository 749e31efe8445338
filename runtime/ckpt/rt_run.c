/* The life of a program with checkpoints: starts main on a stack inside the arena, resumes from
 * the newest generation that is valid, decides at each checkpoint whether to save, and saves by
 * unwinding to the bottom and coming back, exactly as a restart does. Owns the process-wide state
 * of the runtime; all other files get what they need as arguments. Never makes a program fail that
 * would run without it: what cannot be saved is said once, and the program goes on. */
#pragma GCC visibility push(default)
#include "rt_abi.h"
void lathe_ckpt__exit(int status);
void lathe_ckpt__Exit(int status);
void lathe_ckpt_quick_exit(int status);
#pragma GCC visibility pop

#include "alloc.h"
#include "at_exit.h"
#include "clock.h"
#include "cutoff.h"
#include "cxx.h"
#include "descriptors.h"
#include "env.h"
#include "foreign.h"
#include "notes.h"
#include "own.h"
#include "process.h"
#include "quiet.h"
#include "rt_arena.h"
#include "rt_identity.h"
#include "rt_records.h"
#include "store.h"
#include "streams.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_EVERY = 60, DEFAULT_KEEP = 2, EXIT_BROKEN = 70 };

volatile int lathe_ckpt_due;
int lathe_ckpt_mode;
char *lathe_ckpt_sp;

/* The one run of the program that a process is. */
static struct {
    const lathe_ckpt_program *program;
    ck_store store;
    ck_notes notes;
    ck_cutoff cutoff;
    char path[4096];
    bool enabled; /* the store is open */
    pid_t pid;
    double every;
    bool failing; /* the last save failed, and that was said */
    ck_records records;
    ck_process process;
    ck_buffer streams, descriptors, symbols, sites, info;
    ck_range *globals;
    size_t global_count;
    ck_range *ranges;
    size_t range_room;
    char **argv;
    int argc;
} rt;

/* Messages */

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
    char text[1024];
    int length = snprintf(text, sizeof text, "lathe-ckpt: %s: ", rt.path);
    va_list args;
    va_start(args, format);
    if (length > 0 && (size_t)length < sizeof text)
        length += vsnprintf(text + length, sizeof text - (size_t)length, format, args);
    va_end(args);
    size_t size = (size_t)length < sizeof text - 1 ? (size_t)length : sizeof text - 2;
    text[size++] = '\n';
    ssize_t written = write(STDERR_FILENO, text, size);
    (void)written;
}

static void say_text(void *user, const char *text) {
    (void)user;
    if (!rt.failing)
        say("%s", text);
}

_Noreturn static void give_up(const char *text) {
    say("%s", text);
    _exit(EXIT_BROKEN);
}

/* Settings */

static double every_from_environment(void) {
    const char *text = secure_getenv("LATHE_CKPT_EVERY");
    char *end;
    if (!text || !*text)
        return DEFAULT_EVERY;
    double every = strtod(text, &end);
    if (!*end && every >= 0 && every <= 1e8)
        return every;
    say("LATHE_CKPT_EVERY is not a number of seconds: %s", text);
    return DEFAULT_EVERY;
}

static unsigned keep_from_environment(void) {
    const char *text = secure_getenv("LATHE_CKPT_KEEP");
    char *end;
    if (!text || !*text)
        return DEFAULT_KEEP;
    unsigned long keep = strtoul(text, &end, 10);
    if (!*end && keep >= 1 && keep <= CK_MAX_KEEP)
        return (unsigned)keep;
    say("LATHE_CKPT_KEEP is not a number from 1 to %d: %s", CK_MAX_KEEP, text);
    return DEFAULT_KEEP;
}

/* Nobody but the store has the key from here on: neither the program, whose memory is saved, nor
 * those who may look at the environment of the process. */
static ck_key take_key(void) {
    char *text = secure_getenv("LATHE_CKPT_KEY");
    ck_key key = ck_key_from_text(text);
    if (text) {
        explicit_bzero(text, strlen(text));
        unsetenv("LATHE_CKPT_KEY");
    }
    return key;
}

static void set_path(const char *argv0) {
    const char *path = secure_getenv("LATHE_CKPT_DIR"), *name = rt.program->name;
    if (path && *path) {
        snprintf(rt.path, sizeof rt.path, "%s", path);
        return;
    }
    if (!name) {
        const char *slash = argv0 ? strrchr(argv0, '/') : NULL;
        name = slash ? slash + 1 : argv0;
    }
    snprintf(rt.path, sizeof rt.path, "%s.ckpt", name && *name ? name : "program");
}

/* Memory */

static int compare_ranges(const void *a, const void *b) {
    const ck_range *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* Sorted, and joined where they touch. */
static bool collect_globals(void) {
    uint32_t count = rt.program->global_count;
    rt.globals = malloc((count + 2) * sizeof *rt.globals);
    if (!rt.globals)
        return false;
    for (uint32_t i = 0; i < count; i++)
        rt.globals[i] = (ck_range){(uint64_t)(uintptr_t)rt.program->globals[i].start,
                                   rt.program->globals[i].bytes};
    rt.globals[count++] = ck_own_range();
    rt.globals[count++] = ck_exits_range();
    qsort(rt.globals, count, sizeof *rt.globals, compare_ranges);
    for (uint32_t i = 0; i < count; i++) {
        ck_range *last = rt.global_count ? &rt.globals[rt.global_count - 1] : NULL;
        uint64_t end = rt.globals[i].address + rt.globals[i].size;
        if (last && rt.globals[i].address <= last->address + last->size)
            last->size = end > last->address + last->size ? end - last->address : last->size;
        else if (rt.globals[i].size)
            rt.globals[rt.global_count++] = rt.globals[i];
    }
    return true;
}

static bool in_globals(uint64_t address, uint64_t size) {
    size_t low = 0, high = rt.global_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rt.globals[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return false;
    const ck_range *range = &rt.globals[low - 1];
    uint64_t at = address - range->address;
    return at < range->size && size <= range->size - at;
}

static bool is_program_memory(uint64_t address, uint64_t size) {
    return ck_arena_holds(address, size) || in_globals(address, size);
}

/* All memory of the program in rt.ranges; the number of ranges, 0 if memory is out. */
static size_t collect_ranges(void) {
    const char *top = (const char *)(uintptr_t)rt.process.frames_top;
    size_t arena = ck_arena_ranges(top, NULL, 0), count = rt.global_count + arena;
    if (!ck_array_reserve(&rt.ranges, &rt.range_room, count, sizeof *rt.ranges))
        return 0;
    memcpy(rt.ranges, rt.globals, rt.global_count * sizeof *rt.ranges);
    ck_arena_ranges(top, rt.ranges + rt.global_count, arena);
    qsort(rt.ranges, count, sizeof *rt.ranges, compare_ranges);
    return count;
}

/* Saving */

static void take_process(void) {
    rt.process.argc = rt.argc;
    rt.process.argv = (uint64_t)(uintptr_t)rt.argv;
    rt.process.asked = ck_env_asked();
    ck_process_take_random(&rt.process);
}

static ck_bytes bytes_of(const ck_buffer *buffer) {
    return (ck_bytes){buffer->data ? buffer->data : "", buffer->size};
}

static bool save_all(const char **why) {
    rt.streams.size = rt.descriptors.size = rt.symbols.size = rt.sites.size = 0;
    if (!ck_streams_take(&rt.streams, why) ||
        !ck_descriptors_take(&rt.descriptors, why, ck_streams_unread))
        return false;
    take_process();
    ck_records_describe(&rt.records, &rt.sites);
    size_t count = collect_ranges();
    if (!count || rt.sites.failed || rt.info.failed) {
        *why = strerror(ENOMEM);
        return false;
    }
    if (!ck_foreign_take(&rt.symbols, rt.ranges, count, &rt.records, rt.program, why))
        return false;
    *why = NULL;
    return ck_store_save(&rt.store,
                         (ck_bytes[CK_KIND_END]){
                             [CK_INFO] = bytes_of(&rt.info),
                             [CK_FRAMES] = bytes_of(&rt.records.bytes),
                             [CK_PROCESS] = {&rt.process, sizeof rt.process},
                             [CK_STREAMS] = bytes_of(&rt.streams),
                             [CK_DESCRIPTORS] = bytes_of(&rt.descriptors),
                             [CK_SYMBOLS] = bytes_of(&rt.symbols),
                             [CK_SITES] = bytes_of(&rt.sites),
                         },
                         rt.ranges, count, NULL);
}

/* Once the program has given up the output that it was given, there is nothing to come. */
static void compare_output(bool at_end) {
    int file = ck_fd_of_given(1);
    if (rt.cutoff.store && file >= 0)
        ck_cutoff_compare(&rt.cutoff, file, at_end);
}

static void leave_output(void) {
    int file = ck_fd_of_given(1);
    fflush(stdout);
    compare_output(true);
    if (file >= 0)
        ck_streams_leave_output(file);
}

/* No handler may change memory while it is being written. */
static void commit(void) {
    sigset_t all, before;
    const char *why = NULL;
    ck_quiet quiet = ck_quiet_begin();
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    bool saved = save_all(&why);
    if (!saved && why && !rt.failing)
        say("not saved: %s", why);
    if (saved) {
        ck_notes_commit(&rt.notes);
        ck_streams_note();
        compare_output(false);
    }
    if (saved && rt.failing)
        say("saving works again");
    rt.failing = !saved;
    sigprocmask(SIG_SETMASK, &before, NULL);
    ck_quiet_end(&quiet);
    ck_clock_answer(saved, saved ? rt.store.generations[rt.store.count - 1].number : 0);
}

lathe_ckpt_frame *lathe_ckpt_begin(const lathe_ckpt_site *site) {
    int error = errno;
    if (!rt.enabled || getpid() != rt.pid || ck_exits_begun()) {
        lathe_ckpt_due = 0;
        return NULL;
    }
    if (!ck_clock_is_due() || ck_in_exception())
        return NULL;
    rt.process.error = error;
    rt.process.float_control = ck_float_control();
    rt.process.frames_top = (uint64_t)(uintptr_t)lathe_ckpt_sp;
    ck_records_clear(&rt.records);
    lathe_ckpt_mode = LATHE_CKPT_UNWINDING;
    return lathe_ckpt_save(site);
}

lathe_ckpt_frame *lathe_ckpt_save(const lathe_ckpt_site *site) {
    lathe_ckpt_frame *frame = ck_records_push(&rt.records, site);
    if (!frame)
        give_up("out of memory while saving a checkpoint");
    frame->sp = lathe_ckpt_sp;
    return frame;
}

/* All frames are back. */
static void resume(void) {
    lathe_ckpt_mode = LATHE_CKPT_RUNNING;
    ck_clock_arm();
    ck_set_float_control(rt.process.float_control);
    errno = rt.process.error;
}

const lathe_ckpt_frame *lathe_ckpt_load(const char *function) {
    const lathe_ckpt_frame *frame = ck_records_pop(&rt.records, function);
    if (!frame) {
        say("defect: no record of %s", function);
        abort();
    }
    if (!rt.records.left)
        resume();
    return frame;
}

/* Restoring */

static bool check_memory(const ck_loaded *loaded, const char **why) {
    for (size_t i = 0; i < loaded->file.page_count; i++) {
        const ck_page *page = &loaded->file.pages[i];
        if (!is_program_memory(page->address, page->size)) {
            *why = "it holds memory that is not the program's";
            return false;
        }
    }
    return true;
}

static bool check_process(const ck_loaded *loaded, const char **why) {
    const ck_bytes *bytes = &loaded->file.section[CK_PROCESS];
    ck_process *p = &rt.process;
    uint64_t low = (uint64_t)(uintptr_t)ck_arena_frames();
    *why = "the process section is damaged";
    if (bytes->size != sizeof *p)
        return false;
    memcpy(p, bytes->data, sizeof *p);
    return p->argc >= 0 && p->argv % 16 == 0 &&
           ck_arena_holds(p->argv, ((uint64_t)p->argc + 1) * sizeof(char *)) &&
           p->frames_top >= low && ck_arena_holds(low, p->frames_top - low) &&
           ck_process_is_sane(p);
}

static bool accept(void *user, const ck_loaded *loaded, const char **why) {
    (void)user;
    const ck_bytes *frames = &loaded->file.section[CK_FRAMES];
    const ck_bytes *streams = &loaded->file.section[CK_STREAMS];
    if (!check_memory(loaded, why) || !check_process(loaded, why) ||
        !ck_streams_check(streams->data, streams->size, why))
        return false;
    *why = "the frames section is damaged";
    if (!ck_records_read(&rt.records, frames->data, frames->size,
                         (uint64_t)(uintptr_t)ck_arena_frames(), rt.process.frames_top))
        return false;
    const ck_bytes *symbols = &loaded->file.section[CK_SYMBOLS];
    if (!ck_foreign_check(symbols->data, symbols->size, rt.records.bytes.size, is_program_memory,
                          why))
        return false;
    *why = "files were written after it, and it is no longer known what they held";
    if (!ck_notes_can_undo(&rt.notes, loaded->file.header.generation))
        return false;
    /* If it comes to an older generation, more is undone. */
    ck_notes_undo(&rt.notes, loaded->file.header.generation);
    const ck_bytes *descriptors = &loaded->file.section[CK_DESCRIPTORS];
    return ck_streams_check_files(streams->data, streams->size, why) &&
           ck_descriptors_check(descriptors->data, descriptors->size, why);
}

static void put_memory(const ck_loaded *loaded) {
    ck_cursor cursor;
    const ck_page *page;
    const void *data;
    ck_arena_clear();
    ck_cursor_init(&cursor, &loaded->file, loaded->has_base ? &loaded->base : NULL);
    while (ck_cursor_next(&cursor, &page, &data)) {
        void *to = (void *)(uintptr_t)page->address;
        if (!ck_arena_accept(page->address, page->size))
            give_up("memory is out");
        if (data)
            memcpy(to, data, page->size);
        else if (in_globals(page->address, page->size))
            memset(to, 0, page->size);
    }
}

/* Streams may be on descriptors of the program's, and those may be duplicates of a stream's. */
static bool put_files(const ck_bytes *streams, const ck_bytes *descriptors, const char **why) {
    return ck_streams_put_given(streams->data, streams->size, why) &&
           ck_descriptors_put(descriptors->data, descriptors->size, why) &&
           ck_streams_put_opened(streams->data, streams->size, why) &&
           ck_descriptors_put_duplicates(descriptors->data, descriptors->size, why);
}

/* What a program with this memory does is no longer what the process started with, so from here on
 * failure ends it. The checkpoint stays. */
static void restore(const ck_loaded *loaded) {
    const ck_bytes *streams = &loaded->file.section[CK_STREAMS];
    const char *why;
    ck_process_leave_random();
    put_memory(loaded);
    const ck_bytes *symbols = &loaded->file.section[CK_SYMBOLS];
    ck_foreign_put(symbols->data, symbols->size, &rt.records.bytes);
    if (!ck_arena_is_sane())
        give_up("the checkpoint holds a broken arena; remove it to start from the beginning");
    if (!ck_env_put(rt.process.asked))
        give_up(
            "the checkpoint holds a damaged list of the environment; remove it to start from the "
            "beginning");
    if (!put_files(streams, &loaded->file.section[CK_DESCRIPTORS], &why))
        give_up(why);
    uint64_t random = rt.process.random_address;
    ck_process_put_random(&rt.process, is_program_memory(random, rt.process.random_size));
    rt.argc = rt.process.argc;
    rt.argv = (char **)(uintptr_t)rt.process.argv;
}

static bool try_restart(void) {
    ck_loaded loaded;
    bool found = rt.store.count > 0;
    if (!ck_store_load(&rt.store, &loaded, accept, NULL)) {
        if (found)
            say("no generation can be used: starting from the beginning");
        return false;
    }
    restore(&loaded);
    char when[32] = "";
    time_t saved = (time_t)loaded.file.header.time;
    struct tm parts;
    if (localtime_r(&saved, &parts))
        strftime(when, sizeof when, "%F %T", &parts);
    say("resuming from generation %" PRIu64 ", saved %s", loaded.file.header.generation, when);
    ck_loaded_free(&loaded);
    return true;
}

/* The life of a program */

static void *keep(size_t size) {
    void *block = ck_arena_base() ? ck_arena_keep(size) : malloc(size);
    if (!block)
        give_up("memory is out");
    return block;
}

static char **copy_strings(char **strings, size_t count) {
    char **copy = keep((count + 1) * sizeof *copy);
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(strings[i]) + 1;
        copy[i] = memcpy(keep(size), strings[i], size);
    }
    copy[count] = NULL;
    return copy;
}

static void describe_run(int argc, char **argv) {
    for (int i = 0; i < argc; i++)
        ck_buffer_add(&rt.info, argv[i], strlen(argv[i]) + 1);
}

/* Whether there is a store to save to. A program with rights that its caller has not gets none: the
 * directory and the name it is run by are the caller's to choose, as the environment is. */
static bool open_store(int argc, char **argv) {
    ck_key key = take_key();
    const char *setting = secure_getenv("LATHE_CKPT");
    if (setting && !strcmp(setting, "off"))
        return false;
    if (getauxval(AT_SECURE)) {
        say("it runs with the rights of another: running without checkpoints");
        return false;
    }
    if (!ck_arena_base()) {
        say("there is no room for the arena: running without checkpoints");
        return false;
    }
    ck_config config = {.io = &ck_io_system,
                        .voice = {.say = say_text},
                        .path = rt.path,
                        .key = key,
                        .keep = keep_from_environment(),
                        .program = ck_program_print(rt.program),
                        .arguments = ck_arguments_print(argc, argv),
                        .level = rt.program->level,
                        .arena = ck_arena_base()};
    rt.every = every_from_environment();
    describe_run(argc, argv);
    if (collect_globals() && ck_store_open(&rt.store, &config) == CK_OPENED) {
        rt.store.dir = ck_fd_aside(rt.store.dir);
        rt.store.lock = ck_fd_aside(rt.store.lock);
        return true;
    }
    say("running without checkpoints");
    return false;
}

static void complete(void) {
    if (!rt.enabled || getpid() != rt.pid)
        return;
    rt.enabled = false;
    ck_notes_active = NULL;
    ck_fd_leaving_output = NULL;
    ck_quiet quiet = ck_quiet_begin();
    compare_output(true);
    ck_store_complete(&rt.store);
    ck_store_drop_notes(&rt.store);
    ck_store_close(&rt.store);
    ck_quiet_end(&quiet);
}

/* Output is on its way before the store says that the run is over. That is the last thing which the
 * program does: destructors may write, too. */
__attribute__((destructor(0))) static void at_end(void) {
    if (rt.enabled && getpid() == rt.pid)
        fflush(NULL);
    complete();
}

void lathe_ckpt__exit(int status) {
    complete();
    _exit(status);
}

void lathe_ckpt__Exit(int status) {
    complete();
    _Exit(status);
}

void lathe_ckpt_quick_exit(int status) {
    complete();
    quick_exit(status);
}

static bool note_change(const char *path, const char *mode) {
    int error = errno;
    bool grows = mode[0] == 'a', absent = false;
    if (rt.enabled && getpid() == rt.pid)
        absent = ck_notes_before(&rt.notes, path, grows ? CK_GROWS : CK_REWRITES);
    errno = error;
    return absent;
}

static void note_creation(int file) {
    int error = errno;
    ck_notes_created(&rt.notes, file);
    errno = error;
}

static bool keep_output(int file, off_t to) {
    if (ck_cutoff_keep(&rt.cutoff, file, to))
        return true;
    say("the standard output cannot be cut back, so what was written after the last save is there "
        "twice");
    return false;
}

static void tell_incomplete(void) {
    say("the standard output is not the file it was, and what was written there is too much to be "
        "repeated");
}

static void tell_half_read(void) {
    say("the standard input was a pipe or a terminal: what was read from it is not read again");
}

/* Allocation calls come from constructors too. */
__attribute__((constructor(101))) static void reserve_early(void) {
    ck_foreign_start();
    ck_arena_reserve();
}

/* Without an arena, locals are anywhere. */
static void start_frames(void) {
    enum { SIZE = 64 << 20, GUARD = 1 << 16 };
    if (ck_arena_base()) {
        lathe_ckpt_sp = ck_arena_frames();
        return;
    }
    char *area = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED || mprotect(area + SIZE - GUARD, GUARD, PROT_NONE))
        give_up("memory is out");
    lathe_ckpt_sp = area;
}

/* A run that was killed before its first commit is undone, as far as it is known what it did. */
static void start_over(int argc, char **argv) {
    rt.argc = argc;
    rt.argv = copy_strings(argv, (size_t)argc);
    if (!rt.enabled)
        return;
    if (!rt.store.count && ck_notes_reach_start(&rt.notes))
        ck_notes_undo(&rt.notes, 0);
    off_t begun = rt.store.count ? -1 : ck_cutoff_begun(&rt.cutoff, STDOUT_FILENO);
    if (begun >= 0)
        ck_streams_restart_output(begun);
    ck_store_drop_notes(&rt.store); /* generations are counted from 1 again */
    ck_cutoff_begin(&rt.cutoff, STDOUT_FILENO, ck_streams_output_start());
}

static void start_clock(void) {
    const char *signals = secure_getenv("LATHE_CKPT_SIGNAL");
    ck_quiet quiet = ck_quiet_begin();
    const char *wrong = ck_clock_start(rt.every, signals);
    ck_quiet_end(&quiet);
    if (wrong)
        say("LATHE_CKPT_SIGNAL is not heeded: %s: %s", signals, wrong);
    ck_clock_arm();
}

static void begin_run(int argc, char **argv) {
    ck_quiet quiet = ck_quiet_begin();
    rt.enabled = open_store(argc, argv);
    rt.notes.store = &rt.store;
    rt.cutoff.store = &rt.store;
    if (rt.enabled && try_restart())
        lathe_ckpt_mode = LATHE_CKPT_REWINDING;
    else
        start_over(argc, argv);
    ck_notes_active = rt.enabled ? &rt.notes : NULL;
    ck_fd_leaving_output = rt.enabled ? leave_output : NULL;
    ck_streams_note();
    ck_quiet_end(&quiet);
}

static void start(int argc, char **argv) {
    set_path(argc ? argv[0] : NULL);
    if (rt.program->abi != LATHE_CKPT_ABI)
        give_up("the program was made for another version of the runtime");
    ck_arena_reserve();
    ck_own_start();
    ck_fd_start();
    ck_streams_start(&(ck_stream_hooks){note_change, note_creation, keep_output, tell_incomplete,
                                        tell_half_read});
    start_frames();
    rt.pid = getpid();
    begin_run(argc, argv);
    ck_exits_start();
    if (!rt.enabled)
        return;
    start_clock();
}

int lathe_ckpt_run(const lathe_ckpt_program *program, int argc, char **argv, char **envp) {
    rt.program = program;
    (void)envp;
    start(argc, argv);
    char *frames = lathe_ckpt_sp;
    for (;;) {
        /* LLVM may compute what comes after a resume before it. */
        if (lathe_ckpt_mode == LATHE_CKPT_REWINDING)
            ck_set_float_control(rt.process.float_control);
        int result = program->entry(rt.argc, rt.argv, environ);
        if (lathe_ckpt_mode == LATHE_CKPT_RUNNING)
            return result;
        commit();
        lathe_ckpt_sp = frames;
        ck_records_rewind(&rt.records);
        lathe_ckpt_mode = LATHE_CKPT_REWINDING;
    }
}
