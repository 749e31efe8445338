# Encoding in all modes of a generated sound and the package's own, and decoding the results again.
run lame --quiet -b 128 "$IN/sound.wav" cbr.mp3
run lame --quiet -V 4 "$IN/sound.wav" vbr.mp3
run lame --quiet --vbr-old -V 2 -q 2 "$IN/sound.wav" old.mp3
run lame --quiet --abr 96 -m m "$IN/sound.wav" abr.mp3
run lame --quiet -b 64 --resample 22.05 -m j -p --strictly-enforce-ISO "$IN/sound.wav" low.mp3
run lame --quiet --freeformat -b 400 "$IN/sound.wav" free.mp3
run lame --quiet -b 160 --tt Title --ta Artist --tl Album --ty 2001 --tn 3/9 --tg 17 \
    --add-id3v2 --replaygain-accurate "$SRC/testcase.wav" tagged.mp3
run lame --quiet -r -s 32 --bitwidth 16 -m s -b 56 "$IN/noise" raw.mp3
for file in cbr vbr abr low tagged raw; do
    run lame --quiet --decode "$file.mp3" "$file.wav"
done
run lame --quiet --decode -t cbr.mp3 cbr.raw
run lame --quiet no-such-file.wav
run lame --preset help
run lame --longhelp
