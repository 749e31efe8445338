/* What the reasons of ckpt mean, and what a user can do; for docs/reasons.md. */
#include "ckpt/ckpt_reasons.h"

const reason_row ckpt_reasons[] = {
    {.sentence = "Functions that cannot be restored"},
    {CKPT_WHY_SETJMP,
     "A function that saves into ckpt_mem calls setjmp, or one of a program calls another function "
     "that returns twice; the saved stack position is of a process that has ended. setjmp itself "
     "may "
     "be called by programs: it is called again where a frame is restored, for the buffer that "
     "each call in the source has filled last. If that is in a loop, it must be one buffer.",
     "Use setjmp instead of other such functions, and none in a function with ckpt_mem."},
    {CKPT_WHY_SETJMP_BUFFERS, NULL, NULL},
    {CKPT_WHY_ASM_STATE,
     "Inline or module-level assembler may read, keep or change state that the compiler does not "
     "see.",
     "Move the assembler into a function that no checkpoint is called from, or use builtins."},
    {CKPT_WHY_ASM_LEAVES, NULL, NULL},
    {CKPT_WHY_ASM_MODULE, NULL, NULL},
    {CKPT_WHY_EXCEPTION,
     "A function that saves into ckpt_mem does so in a catch block, or in a destructor that runs "
     "because of an exception; the exception is memory of the C++ library. Or its handlers are of "
     "a kind that only another system has.",
     "Let the catch block set a variable, and call checkpoint() after it."},
    {CKPT_WHY_FUNCLET, NULL, NULL},
    {CKPT_WHY_MUSTTAIL,
     "A call that must be a tail call replaces its caller's frame, which then cannot be restored.",
     "Remove musttail."},
    {CKPT_WHY_ASM_GOTO,
     "Assembler that jumps to labels of the function cannot be entered again at the checkpoint.",
     "Remove asm goto from the function."},
    {CKPT_WHY_VARARGS,
     "The arguments after ... live in registers and on the machine's stack of the process that has "
     "ended. Programs for x86-64 keep a copy of them; functions with ckpt_mem, and other "
     "processors, "
     "do not.",
     "Read the arguments in another function, before the checkpoint."},
    {CKPT_WHY_STACK,
     "The function reads addresses of its own stack frame, which differ in the next process.",
     "Remove __builtin_frame_address and its relatives."},
    {CKPT_WHY_TYPE,
     "A value has a type that cannot be stored, or whose size is known at run time only (scalable "
     "vectors, matrix tiles, tokens).",
     "Use types of fixed size."},
    {CKPT_WHY_TYPE_OF, NULL, NULL},
    {CKPT_WHY_LIBC_POINTER,
     "A pointer into the C library's own memory (a table of ctype, a stream of another kind) is "
     "kept over a checkpoint; the next process has it elsewhere.",
     "Call the function again after the checkpoint instead of keeping its result."},
    {.sentence = "What the program uses"},
    {CKPT_WHY_CALLBACK,
     "A library function such as qsort calls a function of the program from which a checkpoint is "
     "reached; the library's own frame in between cannot be restored.",
     "Move the checkpoint out of the callback."},
    {CKPT_WHY_EXTERNAL_USED,
     "A function outside of the program has state that is not saved, or nothing is known about it. "
     "The sentence says which.",
     "Avoid the call before and after checkpoints, use an alternative that is known, add the "
     "function's source to the program, or vouch for one that is not known: --trust=FUNC."},
    {CKPT_WHY_EXTERNAL_STREAM, NULL, NULL},
    {CKPT_WHY_EXTERNAL_UNKNOWN, NULL, NULL},
    {CKPT_WHY_STREAM_FIELDS,
     "The program reads or changes members of FILE, as inlined code of the C library's headers "
     "does "
     "(getc_unlocked, feof_unlocked). What it has for a FILE is an object of the runtime's.",
     "Give lathe the C source, or IR in which these are calls: -fno-builtin or -D__NO_INLINE__."},
    {CKPT_WHY_ENVIRON,
     "The environment's memory belongs to the process; after a restart it is another.",
     "Use getenv each time instead of environ or envp."},
    {CKPT_WHY_ENVP, NULL, NULL},
    {CKPT_WHY_THREAD_LOCAL,
     "A thread-local variable of another library is at an address of the thread that has ended. "
     "Those "
     "that the program defines become ordinary ones.",
     "Add the source that defines it to the program."},
    {CKPT_WHY_LIBC_VARIABLE,
     "The program changes a variable of the C library, or keeps its address; the library would not "
     "see the saved value.",
     "Only read the variable."},
    {CKPT_WHY_EXTERNAL_VARIABLE, "The variable belongs to a library, whose memory is not saved.",
     "Add the source that defines it to the program."},
    {CKPT_WHY_FUNCTION_POINTER, "The address of a library function differs in the next process.",
     "Wrap the call in a function of the program, and take the address of that."},
    {CKPT_WHY_ORDER, "The function has an effect that a restart from an earlier checkpoint loses.",
     "Call it before the first checkpoint."},
    {CKPT_WHY_REQUEST,
     "The call is many in one, such as fcntl; which one is decided by a number, and only some are "
     "right after a restart: those that ask, duplicate a descriptor, or set its flags.",
     "Use another call, or a constant request."},
    {.sentence = "The program as a whole"},
    {CKPT_WHY_NO_MAIN, "Checkpoints of a whole program start in main, and there is none.",
     "Give all files of the program, or save single functions with --ckpt-mem."},
    {CKPT_WHY_MAIN, "main has parameters other than argc and argv.",
     "Declare it as int main(int, char **)."},
    {CKPT_WHY_HALF, "--inject=save or restore asks for one half, which exists for ckpt_mem only.",
     "Leave the option out."},
    {.sentence = "Functions with ckpt_mem"},
    {CKPT_WHY_MEM_GONE, "The optimizer removed the argument with the memory to save into.",
     "Insert checkpoints before optimizing: lathe ckpt on the source or on bitcode of the front "
     "end."},
    {CKPT_WHY_MEM_OWN,
     "The memory to save into holds what lathe puts there: a header and two copies of the state. "
     "The function reads or writes it, or passes it on.",
     "Give the function memory of its own for what it computes, and ckpt_mem for checkpoints "
     "only."},
    {CKPT_WHY_MEM_POINTER,
     "A live pointer may point to several objects, so it is not known what to save.",
     "Use one variable for each object."},
    {CKPT_WHY_MEM_SIZE, "The number of bytes that must be saved is not known.",
     "Declare the parameter with its size (float a[1024], double a[n][n]), or give the size with "
     "--ckpt-size=FUNC:ARG:BYTES."},
    {CKPT_WHY_MEM_STORED_POINTER,
     "Saved memory holds a pointer, which would be wrong in the next process.",
     "Store indexes instead of pointers."},

    {.id = NULL},
};
