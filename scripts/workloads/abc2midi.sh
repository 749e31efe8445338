# Every tune of the package's samples to MIDI, with and without guitar chords, and some oddities.
for tune in "$SRC"/samples/*.abc; do
    name=$(basename "$tune" .abc)
    # The program reads behind a table for this one.
    [ "$name" = detune ] && continue
    run abc2midi "$tune" -o "$name.mid"
    run abc2midi "$tune" -NGRA -NGUI -CSM -o "$name-plain.mid"
    run abc2midi "$tune" -c -v
done
run abc2midi "$IN/parts.abc" -o parts.mid
run abc2midi "$IN/parts.abc" 2 -Q 90 -RS -HARP -BF 3 -o second.mid
run abc2midi "$IN/broken.abc" -o broken.mid
run abc2midi no-such-file.abc
run abc2midi -ver
