# Round trips at all levels and strategies, and damage.
for file in text noise runs; do
    for flags in -1 -6 -9 "-9 -f" "-6 -h" "-6 -r"; do
        # shellcheck disable=SC2086
        run minigzip $flags <"$IN/$file" >"$file$(echo "$flags" | tr -d ' ').gz"
    done
    run minigzip -d <"$file-6.gz" >back
    run cmp back "$IN/$file"
    run minigzip -d <"$file-9-f.gz" >back
    run cmp back "$IN/$file"
done
cp "$IN/text" copy
run minigzip -9 copy
run minigzip -d copy.gz
run minigzip -c "$IN/runs" >runs.out
head -c 2000 text-6.gz | run minigzip -d >short.out
head -c 2000 "$IN/noise" | run minigzip -d >noise.out
run minigzip -d no-such-file.gz
