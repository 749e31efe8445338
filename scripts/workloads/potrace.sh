# Every input format of the package's own checks through every backend.
dated() {
    sed -i -e '/CreationDate/d' -e '/^%%.*Date/d' -e '/ModDate/d' "$@"
}
data=$SRC/check/data
for backend in svg eps postscript pdf pdfpage dxf geojson pgm gimppath xfig; do
    run potrace -b "$backend" -o "data1.$backend" "$data/data1.pbm"
    run potrace -b "$backend" --tight -o "shapes.$backend" "$IN/shapes.pbm"
done
for file in "$data"/data1.* "$data"/data2.*; do
    run potrace -s -o "$(basename "$file").svg" "$file"
done
run potrace -s -i -t 5 -a 0.7 -O 0.4 -A 30 -o turned.svg "$IN/shapes.pbm"
run potrace -s -n -z black -u 20 --group --flat -o flat.svg "$IN/shapes.pbm"
run potrace -e -c -q -M 1 -L 2 -W 10cm -o level1.eps "$IN/shapes.pbm"
run potrace -e -Q -o level3.eps "$IN/shapes.pbm"
run potrace -p -P letter -r 300x200 -x 1.2 -S 1.1 -o page.ps "$IN/shapes.pbm" "$data/data1.pbm"
run potrace --progress -s -o progress.svg "$data/data1.pbm"
run potrace -g -G 1.8 -k 0.3 -o grey.pgm "$data/data3.pgm"
run potrace -s -o - "$IN/noise"
run potrace no-such-file.pbm
run potrace --help
dated ./*.eps ./*.ps ./*.postscript ./*.pdf ./*.pdfpage
