#include "base/source.h"

#include <stdio.h>
#include <string.h>

enum { MAX_LINE = 500 };

/* starts[i] is where line i + 1 begins; stream is NULL if the file cannot be read. */
struct source_file {
    FILE *stream;
    VEC(long) starts;
    char path[];
};

void source_files_init(source_files *files, lathe_ctx *ctx) {
    *files = (source_files){.ctx = ctx};
}

static size_t file_size(const char *path) {
    return sizeof(source_file) + strlen(path) + 1;
}

void source_files_free(source_files *files) {
    for (size_t i = 0; i < files->all.len; i++) {
        source_file *f = files->all.at[i];
        if (f->stream)
            fclose(f->stream);
        vec_free(files->ctx, &f->starts);
        ctx_free(files->ctx, f, file_size(f->path));
    }
    vec_free(files->ctx, &files->all);
}

static source_file *open_file(source_files *files, const char *path) {
    for (size_t i = 0; i < files->all.len; i++)
        if (strcmp(files->all.at[i]->path, path) == 0)
            return files->all.at[i];
    source_file *f = ctx_realloc(files->ctx, NULL, 0, file_size(path));
    if (!f)
        return NULL;
    *f = (source_file){.stream = NULL};
    strcpy(f->path, path);
    if (!vec_push(files->ctx, &files->all, f)) {
        ctx_free(files->ctx, f, file_size(path));
        return NULL;
    }
    f->stream = fopen(path, "r");
    vec_push(files->ctx, &f->starts, 0);
    return f;
}

/* Reads on from the last line known. */
static bool find_line(source_files *files, source_file *f, unsigned line) {
    if (f->starts.len == 0 || fseek(f->stream, vec_last(&f->starts), SEEK_SET) != 0)
        return false;
    long at = vec_last(&f->starts);
    while (f->starts.len < line) {
        int c = getc(f->stream);
        at++;
        if (c == EOF || (c == '\n' && !vec_push(files->ctx, &f->starts, at)))
            return false;
    }
    return fseek(f->stream, f->starts.at[line - 1], SEEK_SET) == 0;
}

bool source_line(source_files *files, const char *path, unsigned line, str *text) {
    source_file *f = line ? open_file(files, path) : NULL;
    if (!f || !f->stream || !find_line(files, f, line))
        return false;
    int c = getc(f->stream);
    bool found = c != EOF;
    for (size_t n = 0; c != EOF && c != '\n' && n < MAX_LINE; n++, c = getc(f->stream))
        str_add_char(text, (char)c);
    return found;
}
