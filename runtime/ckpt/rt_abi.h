/* What generated code and the checkpoint runtime agree on. The compiler (src/ckpt) emits uses of
 * every name here; the runtime (this folder) defines them. Nothing else crosses the border. The
 * compiler includes this file and takes offsets from it: members have widths that are the same
 * wherever pointers have 64 bits.
 *
 * One life of a program, in the order it happens:
 *
 * Running. A directive costs one load of lathe_ckpt_due and a branch that is never taken. Functions
 * on the path (those that can reach a directive) test lathe_ckpt_mode at their entry and after each
 * call that can reach one. Nothing is registered.
 *
 * Unwinding. lathe_ckpt_due was set and lathe_ckpt_begin() gave a record (mode = UNWINDING). Each
 * frame, innermost first, stores its live SSA values into a record with plain stores, and returns
 * zero; all but the innermost get theirs from lathe_ckpt_save(). The last return reaches
 * lathe_ckpt_run(), which called the program: it commits the store.
 *
 * Rewinding. lathe_ckpt_run() sets mode = REWINDING and calls the entry again, in this process
 * after a commit, or in a new one after a restart: the two are the same thing. Each function on the
 * path takes its record back with lathe_ckpt_load(), outermost first (so records are a stack),
 * jumps to the call it was in, and calls again with zeros for arguments. The innermost one gets the
 * last record, of a directive, and with it mode = RUNNING.
 *
 * Memory is not in the records: it is saved by the runtime as bytes at fixed addresses.
 * - The arena: everything lathe_ckpt_malloc and its kin handed out.
 * - Frames, [lathe_ckpt_frames_base, lathe_ckpt_sp as it was in lathe_ckpt_begin): locals whose
 *   address is taken, in functions on the path. It grows upwards, is always 16-aligned, and has no
 *   bounds check: leave an unmapped page after it.
 * - Globals: the table of lathe_ckpt_program.
 * - argv must be copied into the arena before the first call of the entry, since programs keep
 *   pointers into it; on restart the restored copy is the one passed. The environment is that of
 *   the process: programs that use it otherwise than by getenv are refused.
 *
 * While unwinding and rewinding no generated code writes any of these, except that functions pop
 * and push lathe_ckpt_sp: frames above it are still needed, so the runtime must not touch them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define LATHE_CKPT_ABI 3

enum { LATHE_CKPT_RUNNING = 0, LATHE_CKPT_UNWINDING = 1, LATHE_CKPT_REWINDING = 2 };

/* Of the frames area, of records and of their values. */
enum { LATHE_CKPT_ALIGN = 16 };

/* One tracked value of a record; text for --inspect and for messages only. */
typedef struct {
    const char *name; /* source name, else the IR's */
    const char *type; /* as LLVM prints it */
    uint32_t offset;  /* from lathe_ckpt_frame.values */
    uint32_t bytes;
} lathe_ckpt_value;

/* A site where a function can be interrupted: a directive, or a call on the path. Constant
 * data. */
typedef struct {
    const char *function;
    const char *place; /* "rt_file.c:12", or the block's name */
    uint32_t
        point; /* 1, 2, … within the function: what the frame's restoreController switches on */
    uint32_t bytes;     /* of the values; may be 0 */
    uint32_t directive; /* 1 for a directive, 0 for a call */
    uint32_t value_count;
    const lathe_ckpt_value *values;
} lathe_ckpt_site;

/* A record. The runtime fills sp and point in lathe_ckpt_save(); values are 16-aligned. */
typedef struct {
    void *sp;       /* lathe_ckpt_sp when the frame was saved; generated code puts it back */
    uint32_t point; /* site->point */
    uint32_t bytes; /* site->bytes */
    unsigned char values[];
} lathe_ckpt_frame;

_Static_assert(sizeof(void *) == 8, "programs with checkpoints have pointers of 64 bits");
_Static_assert(offsetof(lathe_ckpt_frame, values) % LATHE_CKPT_ALIGN == 0, "values are aligned");

/* A writable global of the program (static locals too). Runtime's own and libc's are never here;
 * optind, optarg, optopt and opterr are, if the program mentions them. */
typedef struct {
    void *start;
    uint64_t bytes;
    const char *name;
    uint64_t pointers; /* 1: by its type, every word of it is a pointer */
} lathe_ckpt_global;

/* Everything the runtime must know about the program; one constant object per program. */
typedef struct {
    uint32_t abi; /* LATHE_CKPT_ABI */
    uint32_t global_count;
    uint64_t build; /* hash of the program's IR; the runtime adds that of its code and constants */
    const char *name; /* default of NAME in NAME.ckpt, or NULL: basename of argv[0] */
    int (*entry)(int argc, char **argv, char **envp);
    const lathe_ckpt_global *globals;
    uint32_t level; /* of optimisation, plus 1; 0 if it is not known */
} lathe_ckpt_program;

/* The section with the places of sites, in cells of a fixed size: lines change with each comment,
 * and are neither part of what a program is nor move what comes after them. */
#define LATHE_CKPT_PLACES "lathe_ckpt_places"
enum { LATHE_CKPT_PLACE_BYTES = 64 };

/* The generated main is only: return lathe_ckpt_run(&program, argc, argv, envp). Runs the
 * program to its end, over any number of saves. exit() from inside counts as a normal end. */
int lathe_ckpt_run(const lathe_ckpt_program *program, int argc, char **argv, char **envp);

/* Non-zero when the next directive should save (set by a timer; always 1 for EVERY=0; always 0
 * when checkpoints are off). Generated code loads it with volatile and never writes it. */
extern volatile int lathe_ckpt_due;

/* One of the three modes. Read by generated code, written by the runtime only. */
extern int lathe_ckpt_mode;

/* Top of the frames area. Generated code adds to it at the entry of a function that has locals
 * there, a multiple of 16, and puts the old top back before each return. It does so in every mode:
 * frames are rebuilt at their old addresses because they are pushed in the same order. */
extern char *lathe_ckpt_sp;

/* A save is due: NULL = do not (go on running), else mode is UNWINDING now, and it is a record as
 * of lathe_ckpt_save(). errno, rounding mode and lathe_ckpt_sp are taken here. Called once per
 * save, by the innermost frame. */
lathe_ckpt_frame *lathe_ckpt_begin(const lathe_ckpt_site *site);

/* A record with room for site->bytes. Never NULL: if memory is out, the process ends with a
 * message. */
lathe_ckpt_frame *lathe_ckpt_save(const lathe_ckpt_site *site);

/* The next record, outermost first; valid until the next lathe_ckpt_begin(). function is the
 * caller's name as in its sites: a record of another function means a defect; say so and abort.
 * After the last one mode is RUNNING, and errno and rounding mode are as they were. */
const lathe_ckpt_frame *lathe_ckpt_load(const char *function);

/* Streams. The program never sees libc's FILE *. What it holds is a handle: the address, the
 * same in every run, of an object whose first word is the current FILE *. Where a FILE * goes to
 * libc, the generated code loads that word. stdin, stdout and stderr are the addresses of these
 * three objects, which the runtime initialises before the entry is called and after every
 * restore. */
typedef struct {
    void *stream; /* FILE * */
    void *hidden[3];
} lathe_ckpt_file;
extern lathe_ckpt_file lathe_ckpt_stdin, lathe_ckpt_stdout, lathe_ckpt_stderr;

/* Calls of the program to NAME become calls of lathe_ckpt_NAME, with the same signature (FILE *
 * being handles), for the names that src/ir/libfuncs.def marks REPLACED. libc's own calls
 * are left alone. free and realloc pass pointers outside the arena on to libc. fflush(NULL) is
 * allowed. */
