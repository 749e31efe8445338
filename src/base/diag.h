/* Diagnostics as text: file:line:column, severity, message, and where the source is readable the
 * line itself with a caret under the column. */
#pragma once

#include "base/source.h"

typedef enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_mode;

/* Auto: the file descriptor is a terminal, NO_COLOR is unset or empty, TERM is not "dumb". */
bool color_wanted(color_mode mode, int fd);

void diag_render(str *out, const lathe_diag *diag, bool color);
/* The same for many: files are read once. */
void diag_render_from(str *out, const lathe_diag *diag, bool color, source_files *files);
