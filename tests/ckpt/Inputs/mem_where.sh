#!/bin/sh
# mem_where.sh FILE BASE: for words that say where ckpt_mem is, the exit codes of the command and of
# the pass, which say the same, and their message or the block that shows the checkpoint.
file=$1 base=$2
for where in foo work:1 :: work::100 work:1:abc work:1:4K work:1:0 work:1:99999999999999999999 \
    work:1:100:2 wrok:1:100 elsewhere:0:100 work:9:100 work:0:100 work:stat:100 main:0:100 \
    work:1:4096 work:state:4096; do
    rm -f "$base".ll "$base".pass.ll
    lathe ckpt --ckpt-mem="$where" "$file" -o "$base.ll" 2> "$base.said"
    code=$?
    lathe opt --passes="ckpt-inject<mem=$where>" "$file" -o "$base.pass.ll" 2> "$base.pass.said"
    echo "$where $code $?"
    sed 's/^lathe: //' "$base.said"
    diff "$base.said" "$base.pass.said"
    for ir in "$base.ll" "$base.pass.ll"; do
        [ $code = 0 ] && grep -o '^work.restoreController' "$ir"
        [ $code = 0 ] || [ ! -e "$ir" ] || echo "$ir is there"
    done
done
exit 0
