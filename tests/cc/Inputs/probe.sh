# What configure scripts do with a compiler: probe.sh CFLAGS, with $CC in the environment.
flags=$1

try() {
    what=$1
    shift
    rm -f conftest conftest.o conftest.err a.out
    if $CC $flags "$@" >conftest.out 2>conftest.err && test -s conftest.out; then
        echo "$what: prints"
    fi
    $CC $flags "$@" 2>conftest.err
    code=$?
    made=$(ls conftest conftest.o a.out 2>/dev/null | tr '\n' ' ')
    echo "$what: exit $code, $(wc -l <conftest.err) lines of errors, made: $made"
}

echo 'int main(void) { return 0; }' >conftest.c
try compiler conftest.c
try default-output -o conftest conftest.c
./conftest && echo runs
try object -c conftest.c
try werror -Werror -c conftest.c
try unknown-flag -fno-such-flag conftest.c -o conftest
try unknown-warning -Wno-such-warning -Werror conftest.c -o conftest
try linker-flag -Wl,--as-needed conftest.c -o conftest
try bad-linker-flag -Wl,--no-such-flag conftest.c -o conftest

for function in printf strlcpy_nowhere cos; do
    printf 'char %s(void);\nint main(void) { return %s(); }\n' $function $function >conftest.c
    try "function $function" -fno-builtin -o conftest conftest.c
    try "function $function with libm" -fno-builtin -o conftest conftest.c -lm
done
for header in stdio.h nosuchheader.h; do
    printf '#include <%s>\n' $header >conftest.c
    try "header $header" -c conftest.c
    $CC -E conftest.c >/dev/null 2>&1 && echo "header $header: preprocesses"
done
printf 'int main(void) { return sizeof(long) == 8 ? 0 : 1; }\n' >conftest.c
$CC $flags -o conftest conftest.c && ./conftest && echo "long has 8 bytes"
rm -f conftest* a.out
