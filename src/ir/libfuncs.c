#include "ir/libfuncs.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* clang-format off */
#define UNJUDGED LIB_CKPT_UNJUDGED, NULL
#define FINE LIB_CKPT_FINE, NULL
#define STREAM LIB_CKPT_STREAM, NULL
#define REPLACED LIB_CKPT_REPLACED, NULL
#define AGAIN LIB_CKPT_AGAIN, NULL
#define CALLBACK LIB_CKPT_CALLBACK, NULL
#define BEFORE(reason) LIB_CKPT_BEFORE, reason
#define REFUSED(reason) LIB_CKPT_REFUSED, reason
#define REFUSED_ON_PATH(reason) LIB_CKPT_REFUSED_ON_PATH, reason

#define DESCRIPTOR "what the kernel has for its descriptor cannot be made again"
#define FRAMES "it calls functions of the program, whose frames cannot be entered again"
#define HIDDEN "its state is hidden in the C library"
#define LIBC_MEMORY "its result is memory of the C library that is not saved"
#define LOCKS "a lock is gone with the process that held it"
#define MAPPINGS "mappings of the program's own are not saved"
#define NOT_REPEATABLE "what it does to files cannot be undone at a restart"
#define PROCESSES "another process cannot be saved"
#define PROCESS_STATE "it changes the process in a way that is not saved"
#define REGISTERED "the library would call it after a restart, where it was never registered"
#define SOCKETS "sockets cannot be saved"
#define STACK "a stack position that was left cannot be returned to"
#define THREADS "threads cannot be saved"
/* clang-format on */

static const lib_func rows[] = {
#include "generated/libfuncs_rows.h"
};

/* Sorted. Names that many programs use for types of their own (entry, ip, timestamp) are left
 * out: a real one is still recognised by the calls it takes part in. */
static const char *const structs[] = {
    /* clang-format off */
    "Dl_info", "FTS", "FTS64", "FTW", "_G_fpos64_t", "_G_fpos_t", "_IO_FILE", "_IO_codecvt",
    "_IO_cookie_io_functions_t", "_IO_marker", "_IO_wide_data", "__atomic_wide_counter",
    "__cancel_jmp_buf_tag", "__dirstream", "__exit_status", "__fsid_t", "__jmp_buf_tag",
    "__locale_data", "__locale_struct", "__mbstate_t", "__once_flag", "__pthread_cleanup_frame",
    "__pthread_cond_s", "__pthread_internal_list", "__pthread_internal_slist", "__pthread_mutex_s",
    "__pthread_rwlock_arch_t", "__pthread_unwind_buf_t", "__res_state", "__sigset_t",
    "__spawn_action", "__va_list", "__va_list_tag", "_fpstate", "_fpxreg", "_ftsent", "_ftsent64",
    "_libc_fpstate", "_libc_fpxreg", "_libc_xmmreg", "_obstack_chunk", "_pthread_cleanup_buffer",
    "_xmmreg", "addrinfo", "aiocb", "aiocb64", "aioinit", "argp", "argp_child", "argp_option",
    "argp_state", "cmsghdr", "cnd_t", "cpu_set_t", "crypt_data", "dirent", "dirent64", "div_t",
    "dl_phdr_info", "drand48_data", "epoll_data", "epoll_event", "exit_status", "f_owner_ex",
    "fd_set", "femode_t", "fenv_t", "file_handle", "flock", "flock64", "gaicb", "glob64_t",
    "glob_t", "group", "group_req", "group_source_req", "hostent", "hsearch_data", "if_nameindex",
    "ifaddrs", "ifconf", "ifmap", "ifreq", "imaxdiv_t", "in6_addr", "in6_pktinfo", "in_addr",
    "in_pktinfo", "inotify_event", "iovec", "ip_mreq", "ip_mreq_source", "ip_mreqn", "ipc_perm",
    "iphdr", "ipv6_mreq", "itimerspec", "itimerval", "lastlog", "lconv", "ldiv_t", "linger",
    "link_map", "lldiv_t", "mallinfo", "mallinfo2", "max_align_t", "mcontext_t", "mmsghdr",
    "mntent", "mq_attr", "msgbuf", "msghdr", "msqid_ds", "mtx_t", "netent", "ntptimeval", "obstack",
    "option", "passwd", "pollfd", "posix_spawn_file_actions_t", "posix_spawnattr_t", "protoent",
    "pthread_attr_t", "pthread_barrier_t", "pthread_barrierattr_t", "pthread_cond_t",
    "pthread_condattr_t", "pthread_mutex_t", "pthread_mutexattr_t", "pthread_rwlock_t",
    "pthread_rwlockattr_t", "random_data", "re_dfa_t", "re_pattern_buffer", "re_registers",
    "regmatch_t", "rlimit", "rlimit64", "rpcent", "rusage", "sched_param", "sem_t", "sembuf",
    "semid_ds", "seminfo", "servent", "shm_info", "shmid_ds", "shminfo", "sigaction", "sigcontext",
    "sigevent", "siginfo_t", "signalfd_siginfo", "sigstack", "sigval", "sockaddr", "sockaddr_in",
    "sockaddr_in6", "sockaddr_storage", "sockaddr_un", "spwd", "stack_t", "stat", "stat64",
    "statfs", "statfs64", "statvfs", "statvfs64", "statx", "statx_timestamp", "std::__va_list",
    "sysinfo", "tcp_info", "tcphdr", "termio", "termios", "timeb", "timespec", "timeval", "timex",
    "timezone", "tm", "tms", "ucontext_t", "ucred", "udphdr", "utimbuf", "utmp", "utmpx",
    "utsname", "winsize", "wordexp_t",
    /* clang-format on */
};

typedef struct wanted {
    const char *name;
    size_t length;
} wanted;

/* For both tables: a row of either begins with its name. The wanted name need not end in a NUL
 * byte and may contain some. */
static int compare(const void *key, const void *row) {
    const wanted *want = key;
    const char *name = *(const char *const *)row;
    size_t length = strlen(name);
    int order = memcmp(want->name, name, want->length < length ? want->length : length);
    return order != 0 ? order : (want->length > length) - (want->length < length);
}

static const lib_func *find_row(const char *name, size_t length) {
    wanted key = {name, length};
    return bsearch(&key, rows, COUNT(rows), sizeof(rows[0]), compare);
}

const lib_func *lib_find(const char *name, size_t length) {
    const lib_func *row = find_row(name, length);
    return row && row->args ? row : NULL;
}

const lib_func *lib_find_judged(const char *name) {
    const lib_func *row = find_row(name, strlen(name));
    return row && row->verdict != LIB_CKPT_UNJUDGED ? row : NULL;
}

int lib_fits(const lib_func *row, size_t arguments) {
    size_t fixed = strlen(row->args);
    return row->tail ? arguments >= fixed : arguments == fixed;
}

const lib_func *lib_at(size_t index) {
    return index < COUNT(rows) ? &rows[index] : NULL;
}

int lib_owns_struct(const char *name, size_t length) {
    size_t plain = str_without_number(name, length);
    wanted key = {name, plain ? plain : length};
    return bsearch(&key, structs, COUNT(structs), sizeof(structs[0]), compare) != NULL;
}
