"""Hold the table of src/ir/libfuncs.* against the system's C headers.

The headers are asked through clang: a file that takes the address of every function in the table
becomes IR, whose declarations show the link name and the parameters exactly as lathe meets them.

usage: libfuncs_prototypes.py SOURCE_DIR SCRATCH_DIR [--list]
"""
import json
import os
import re
import subprocess
import sys

HEADERS = """
aio.h argp.h arpa/inet.h assert.h crypt.h ctype.h dirent.h dlfcn.h err.h errno.h error.h execinfo.h
fcntl.h fenv.h fnmatch.h fts.h ftw.h getopt.h glob.h gnu/libc-version.h grp.h iconv.h ifaddrs.h
inttypes.h langinfo.h libintl.h link.h locale.h malloc.h math.h mntent.h monetary.h mqueue.h
net/if.h netdb.h netinet/in.h netinet/ip.h netinet/tcp.h netinet/udp.h nl_types.h obstack.h poll.h
pthread.h pty.h pwd.h regex.h resolv.h sched.h search.h semaphore.h setjmp.h shadow.h signal.h
spawn.h stdio.h stdio_ext.h stdlib.h string.h strings.h sys/auxv.h sys/epoll.h sys/eventfd.h
sys/file.h sys/inotify.h sys/ioctl.h sys/ipc.h sys/mman.h sys/mount.h sys/msg.h sys/prctl.h
sys/random.h sys/resource.h sys/select.h sys/sem.h sys/sendfile.h sys/shm.h sys/signalfd.h
sys/socket.h sys/stat.h sys/statfs.h sys/statvfs.h sys/sysinfo.h sys/sysmacros.h sys/time.h
sys/timeb.h sys/timerfd.h sys/times.h sys/timex.h sys/types.h sys/uio.h sys/un.h sys/utsname.h
sys/wait.h sys/xattr.h syslog.h termios.h threads.h time.h uchar.h ucontext.h unistd.h utime.h
utmp.h utmpx.h wchar.h wctype.h wordexp.h
""".split()

# libgen.h turns basename into __xpg_basename, so it gets a file of its own.
RUNS = [
    (HEADERS, []),
    (HEADERS, ["-O2", "-D_FORTIFY_SOURCE=2"]),
    (["libgen.h"], []),
]

# Pointer parameters the library itself never follows: (function, argument).
NEVER_FOLLOWED = {("qsort_r", 4), ("dl_iterate_phdr", 1), ("dladdr", 0), ("pthread_create", 3),
                  ("thrd_create", 2)}

# What a parameter of a C type may be, first match decides. A pointer to const is never written
# through, text is no struct, a cell is no text.
LETTERS = [
    (r"\(\*", "ck"),
    (r"va_list", "v"),
    (r"\*.*\*", "petblk"),
    (r"SOCKADDR_ARG", "o"),
    (r"union sigval", "k"),
    (r"timer_t \*", "l"),
    (r"const (char|wchar_t|__gwchar_t) \*", "rRSk"),
    (r"(char|wchar_t) \*", "wWDstk"),
    (r"const void \*", "RShk."),
    (r"void \*", "WDfhok."),
    (r"\b(FILE|DIR|locale_t|__locale_t|mbstate_t|\w*mutex\w*|\w*cond\w*|\w*attr_t) \*", "h"),
    (r"const (unsigned |long )?(int|long|short|double|float|time_t|size_t) \*", "ik"),
    (r"\b(int|long|short|double|float|time_t|size_t|off_t) \*", "sk"),
    (r"const .*\*", "iohkR"),
    (r"\*", "ohskW"),
]

# Types the headers only name, or the compiler provides.
OPAQUE = {"_IO_codecvt", "_IO_marker", "_IO_wide_data", "__dirstream", "__locale_data",
          "__spawn_action", "__va_list", "__va_list_tag", "re_dfa_t", "std::__va_list"}

# A function as libfuncs.def has it: name, letters, tail, result, whether it stops.
ROW = re.compile(r"(\w+)\(((?:\[[^\]]*\]|[^)+\[])*)(?:\+(.))?\)(?:=(\w))?([!~^]?)")
DECLARED = re.compile(r"^(?:declare|define)\b[^@]*?(\S+) @([\w.]+)\((.*)\)[^()]*$")


class Row:
    def __init__(self, match):
        self.name, letters, tail, result, stops = match.groups()
        self.args = re.sub(r"\[\S*?\]", "", letters).replace("#", ".").replace("*", ".")
        self.tail = tail or ""
        self.result = result or "n"
        self.noreturn = stops == "!"


def read_rows(path):
    """The functions of which the arguments are known."""
    with open(path) as file:
        lines = [line for line in file if line.startswith(" ")]
    rows = {}
    for word in " ".join(lines).split():
        match = ROW.fullmatch(word)
        if match:
            rows[match.group(1)] = Row(match)
        elif not word.isidentifier():
            sys.exit(f"not a function: {word}")
    return rows


def read_structs(path):
    with open(path) as file:
        text = file.read()
    body = text[text.index("structs[] = {"):]
    return re.findall(r'"(\w+)"', body[:body.index("};")])


def clang(path, flags):
    return subprocess.run(["clang", "-std=gnu17", "-D_GNU_SOURCE", "-w", "-ferror-limit=0",
                           "-fno-color-diagnostics", "-o", "-", *flags, path],
                          capture_output=True, text=True)


def includes(headers):
    return "".join(f"#include <{header}>\n" for header in headers)


def emit(path, headers, names, flags):
    """IR of a file that mentions the names; names the headers do not declare are dropped."""
    for _ in range(2):
        with open(path, "w") as file:
            file.write(includes(headers))
            for name in names:
                file.write(f"void *mention_{name} = (void *)({name});\n")
        done = clang(path, ["-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", *flags])
        if done.returncode == 0:
            return done.stdout
        unknown = set(re.findall(r"mention_(\w+) = \(void \*\)", done.stderr))
        if not unknown:
            sys.exit(done.stderr)
        names = [name for name in names if name not in unknown]
    sys.exit(done.stderr)


def split_parameters(text):
    depth, part, parts = 0, "", []
    for char in text:
        depth += (char in "([{<") - (char in ")]}>")
        if char == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += char
    return [p.strip() for p in parts + [part] if p.strip()]


def declarations(ir):
    stopping = set(re.findall(r"^attributes (#\d+) = {[^}]*\bnoreturn\b", ir, re.M))
    found = {}
    for line in ir.splitlines():
        match = DECLARED.match(line)
        if match:
            result, name, parameters = match.groups()
            parts = split_parameters(parameters)
            found[name] = (result == "ptr", [p.split()[0] == "ptr" for p in parts if p != "..."],
                           "..." in parts, bool(stopping & set(line.split())))
    return found


def check(row, result, parameters, variadic, noreturn):
    """What is wrong with the row, one text each."""
    if len(parameters) != len(row.args):
        yield f"{len(row.args)} letters for {len(parameters)} parameters"
        return
    for i, (letter, pointer) in enumerate(zip(row.args, parameters)):
        if letter != "." and not pointer:
            yield f"argument {i} is '{letter}' but no pointer"
        if letter == "." and pointer and (row.name, i) not in NEVER_FOLLOWED:
            yield f"argument {i} is '.' but a pointer"
    if variadic != bool(row.tail):
        yield "variadic and tail disagree"
    if noreturn != row.noreturn:
        yield f"noreturn is {row.noreturn}, declared {noreturn}"
    if result != (row.result != "n"):
        yield f"result is '{row.result}', pointer result is {result}"


def type_of(parameter):
    kind = parameter["type"]
    text = kind.get("desugaredQualType", kind["qualType"])
    return re.sub(r"\b(restrict|volatile|_Nonnull|_Nullable)\b", "", text).strip()


def c_prototypes(path, flags):
    """Parameter types by link name, as the AST of the headers has them."""
    with open(path, "w") as file:
        file.write(includes(HEADERS))
    tree = json.loads(clang(path, ["-fsyntax-only", "-Xclang", "-ast-dump=json", *flags]).stdout)
    return {node["mangledName"]: [type_of(child) for child in node.get("inner", [])
                                  if child["kind"] == "ParmVarDecl"]
            for node in tree["inner"] if node["kind"] == "FunctionDecl"}


def check_types(row, types):
    for i, (letter, kind) in enumerate(zip(row.args, types)):
        allowed = next((letters for pattern, letters in LETTERS if re.search(pattern, kind)), "")
        if letter not in (allowed or "."):
            yield f"argument {i} is '{letter}' but of type {kind}"


def plain_name(name):
    """The function a fortified or versioned spelling stands for."""
    for pattern in (r"^__(\w+)_chk$", r"^__isoc(?:99|23)_(\w+)$"):
        match = re.match(pattern, name)
        if match:
            return match.group(1)
    return None


def check_spelling(row, rows):
    """Such a spelling adds sizes and flags, so its other letters are those of the plain one."""
    plain = rows.get(plain_name(row.name))
    if plain and row.args.replace(".", "") != plain.args.replace(".", ""):
        yield f"letters differ from {plain.name}"
    if plain and row.tail != plain.tail:
        yield f"tail differs from {plain.name}"


def unknown_structs(path, names):
    with open(path, "w") as file:
        file.write(includes(HEADERS))
        for name in names:
            for i, spelling in enumerate((f"struct {name}", f"union {name}", name)):
                file.write(f"void at_{name}_{i}(void) {{ (void)sizeof({spelling}); }}\n")
    wrong = set(re.findall(r"at_(\w+)_(\d)\(void\)", clang(path, ["-fsyntax-only"]).stderr))
    return [name for name in names
            if name not in OPAQUE and all((name, i) in wrong for i in "012")]


def main():
    source, scratch = sys.argv[1:3]
    rows = read_rows(os.path.join(source, "src/ir/libfuncs.def"))
    structs = read_structs(os.path.join(source, "src/ir/libfuncs.c"))
    os.makedirs(scratch, exist_ok=True)
    path = os.path.join(scratch, "prototypes.c")
    problems, seen = [], set()
    for headers, flags in RUNS:
        names = [name for name in rows if name not in seen]
        found = declarations(emit(path, headers, names, flags))
        for name in (name for name in names if name in found):
            seen.add(name)
            problems += [f"{name}: {text}" for text in check(rows[name], *found[name])]
    for flags in ([], ["-O2", "-D_FORTIFY_SOURCE=2"]):
        types = c_prototypes(path, flags)
        problems += [f"{name}: {text}" for name in rows if name in types
                     for text in check_types(rows[name], types[name])]
    for row in rows.values():
        problems += [f"{row.name}: {text}" for text in check_spelling(row, rows)]
    problems += [f"struct {name}: not in the headers" for name in unknown_structs(path, structs)]
    for problem in problems:
        print("wrong:", problem)
    if "--list" in sys.argv:
        print("unseen:", *sorted(set(rows) - seen))
    print(f"rows: {len(rows)}, held against a prototype: {len(seen)}, structs: {len(structs)}, "
          f"wrong: {len(problems)}")
    enough = len(seen) * 10 >= len(rows) * 9
    if not enough:
        print("too few prototypes were found")
    return 0 if enough and not problems else 1


sys.exit(main())
