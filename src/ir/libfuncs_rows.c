/* Part of the build, not of lathe: makes the rows of libfuncs.c, sorted by name, from libfuncs.def,
 * which says how it is written.
 *
 *   libfuncs_rows LIBFUNCS.DEF ROWS.H
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4000, LINE = 200 };

typedef struct function {
    char *text;
    const char *verdict;
} function;

static void fail(const char *what, const char *text) {
    fprintf(stderr, "libfuncs.def: %s: %s\n", what, text);
    exit(1);
}

static FILE *open_file(const char *path, const char *mode) {
    FILE *file = fopen(path, mode);
    if (!file)
        fail("cannot be opened", path);
    return file;
}

/* A word that ends in a colon is the verdict on the functions up to the next one. */
static size_t read_functions(FILE *in, function *functions) {
    char line[LINE];
    const char *verdict = NULL;
    size_t n = 0;
    while (fgets(line, sizeof(line), in)) {
        char *word = *line == ';' ? NULL : strtok(line, " \n");
        for (; word; word = strtok(NULL, " \n")) {
            char *end = word + strlen(word) - 1;
            if (*end == ':') {
                *end = '\0';
                verdict = strdup(word);
            } else if (!verdict || n == MOST) {
                fail(verdict ? "too many" : "no verdict", word);
            } else {
                functions[n++] = (function){strdup(word), verdict};
            }
        }
    }
    return n;
}

/* '(' comes before every character of a name, so this is the order of the names. */
static int compare(const void *a, const void *b) {
    return strcmp(((const function *)a)->text, ((const function *)b)->text);
}

/* Which argument a verdict is about, 0 if it is about none. */
static int find_argument(const function *f, const char *letters) {
    char letter = strcmp(f->verdict, "STREAM") == 0     ? 'h'
                  : strcmp(f->verdict, "CALLBACK") == 0 ? 'c'
                                                        : *letters;
    const char *found = strchr(letters, letter);
    if (!found)
        fail("which argument is the verdict about?", f->text);
    return (int)(found - letters);
}

static void write_row(FILE *out, const function *f) {
    char letters[LINE] = "", callback[LINE] = "NULL", tail = 0;
    int n = 0, size = -1, count = -1;
    const char *open = strchr(f->text, '('), *end = open ? strchr(open, ')') : NULL;
    if (!open) {
        fprintf(out, "{\"%s\", 0, NULL, 0, NULL, -1, -1, 0, 0, 0, %s},\n", f->text, f->verdict);
        return;
    }
    for (const char *c = open + 1; end && c < end; c++) {
        if (*c == '+') {
            tail = *++c;
        } else if (*c == '[') {
            int length = (int)strcspn(c, "])") - 1;
            snprintf(callback, sizeof(callback), "\"%.*s\"", length, c + 1);
            c += length + 1;
        } else {
            size = *c == '#' ? n : size;
            count = *c == '*' ? n : count;
            letters[n++] = *c == '#' || *c == '*' ? '.' : *c;
        }
    }
    int stops = end && strcmp(end, ")!") == 0, returns = end && strncmp(end, ")=", 2) == 0;
    int counts = end && (strcmp(end, ")~") == 0 || strcmp(end, ")^") == 0);
    if (!end || strlen(end) != (returns ? 3 : stops || counts ? 2 : 1))
        fail("not a function", f->text);
    fprintf(out, "{\"%.*s\", '%c', \"%s\", %d, %s, %d, %d, %d, %d, %d, %s},\n",
            (int)(open - f->text), f->text, returns ? end[2] : 'n', letters, tail, callback, size,
            count, stops, counts ? end[1] : 0, find_argument(f, letters), f->verdict);
}

int main(int argc, char **argv) {
    static function functions[MOST];
    if (argc != 3)
        return 2;
    size_t n = read_functions(open_file(argv[1], "r"), functions);
    qsort(functions, n, sizeof(functions[0]), compare);
    FILE *out = open_file(argv[2], "w");
    for (size_t i = 0; i < n; i++)
        write_row(out, &functions[i]);
    return fclose(out) == 0 ? 0 : 1;
}
