/* Lines of source files, for excerpts. A file is read once, up to the last line asked for. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

typedef struct source_file source_file;

typedef struct source_files {
    lathe_ctx *ctx;
    VEC(source_file *) all;
} source_files;

void source_files_init(source_files *files, lathe_ctx *ctx);
void source_files_free(source_files *files);

/* Adds the line's text, at most 500 bytes and without its newline. False if there is none. */
bool source_line(source_files *files, const char *path, unsigned line, str *text);
