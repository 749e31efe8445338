# All levels and block modes on text, noise and runs; dictionaries; lists; damage.
cp "$IN/text" "$IN/noise" "$IN/runs" .
for file in text noise runs; do
    for level in 1 3 6 9 10 12; do
        run lz4 -q -f -"$level" "$file" "$file.$level.lz4"
        run lz4 -q -d -c "$file.$level.lz4" >back
        run cmp back "$file"
    done
done
run lz4 -q -f -B4 -BD --content-size text linked.lz4
run lz4 -q -f -B7 -BX -BI --no-frame-crc text blocks.lz4
run lz4 -q -f -9 -D noise text dictionary.lz4
run lz4 -q -f -d -D noise dictionary.lz4 dictionary.out
run lz4 -q -f -l text legacy.lz4
run lz4 -q -f -d legacy.lz4 legacy.out
run lz4 -q -f --fast=5 text fast.lz4
run lz4 -q -f --favor-decSpeed -11 text favor.lz4
run lz4 -q -f -m text noise runs
run lz4 -q -t -m text.lz4 noise.lz4 runs.lz4
run lz4 --list text.lz4 linked.lz4 blocks.lz4
cat text.lz4 noise.lz4 | run lz4 -q -d -c >both.out
head -c 2000 text.lz4 >short.lz4
run lz4 -q -t short.lz4
run lz4 -q -d -c noise
run lz4 -h
