# Every kind of statement and most built-in functions; nothing depends on the clock.
function factorial(n) { return n <= 1 ? 1 : n * factorial(n - 1) }
function fill(a, n, i) { for (i = 1; i <= n; i++) a[i] = (i * 7919) % 1009 }
function heap(a, n, i) { for (i = int(n / 2); i >= 1; i--) sift(a, i, n)
    for (i = n; i > 1; i--) { swap(a, 1, i); sift(a, 1, i - 1) } }
function swap(a, i, j, t) { t = a[i]; a[i] = a[j]; a[j] = t }
function sift(a, i, n, c) {
    while ((c = 2 * i) <= n) {
        if (c < n && a[c + 1] > a[c]) c++
        if (a[i] >= a[c]) break
        swap(a, i, c); i = c
    }
}
BEGIN {
    OFS = "-"
    print factorial(10), factorial(20), start + 1
    fill(v, 1000); heap(v, 1000)
    print v[1], v[500], v[1000], length(v)
    for (i = 1; i <= 3; i++) for (j = 1; j <= 3; j++) grid[i, j] = i * j
    for (key in grid) { split(key, part, SUBSEP); sum += grid[part[1], part[2]] }
    print sum, ((2, 3) in grid), ((4, 4) in grid)
    delete grid[2, 3]; print length(grid); delete grid; print length(grid)
    s = "the quick brown fox"
    print index(s, "quick"), substr(s, 5, 5), toupper(s), length(s), tolower("ABC")
    n = gsub(/[aeiou]/, "<&>", s); print n, s
    print match("foobar", /o+/), RSTART, RLENGTH, sub(/b.*/, "&&", s)
    print split("a:b:c:d", letters, ":"), letters[4], split("", none), split("abc", each, "")
    printf "%5.2f|%-6s|%06d|%c|%x|%o|%e|%%|%s\n", 3.14159, "ab", 42, 65, 255, 8, 12345.678, "end"
    print 1e6, 1e300 * 1e10, 0.1 + 0.2, 100000000000, "3x" + 4, -7 % 3, 2 ^ 10
    print int(-3.7), sqrt(2), exp(1), log(10), sin(1), cos(1), atan2(1, 2)
    x["a"]; if ("a" in x) print "created"; print !x["a"], (x["b"] == 0), (x["b"] == "")
    do { k++; if (k == 3) continue; if (k > 5) break; printf "%d ", k } while (1)
    print ""
    while (("echo one; echo two" | getline line) > 0) print "read", line
    close("echo one; echo two")
    print "to sort" | "sort"; print "also" | "sort"; close("sort")
    print "text" > "mawk-output"; print "more" >> "mawk-output"; close("mawk-output")
    while ((getline line < "mawk-output") > 0) print line, ++lines
    srand(7); r = rand(); print (r >= 0 && r < 1), srand(8)
    for (i = 0; i < 20000; i++) big["key" (i % 3000)] = big["key" (i % 3000)] i % 10
    print length(big), length(big["key7"])
    $0 = "one two three"; print NF, $2; $5 = "five"; print; print NF; NF = 2; print
}
start && /e/ { hits++; words += NF; longest = length > length(longest) ? $0 : longest }
start && NR % 100 == 0, NR % 100 == 2 { ranges++ }
start && NR > 500 { exit 3 }
END { if (start) print hits, words, length(longest), ranges, NR, FILENAME != "" }
