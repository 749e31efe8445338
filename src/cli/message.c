#include "cli/message.h"

#include <unistd.h>

/* Text is built with a context of its own, because the caller's may have failed already. */
static void print(const cli_request *request, int fd, const lathe_diag *diag) {
    lathe_ctx *scratch = lathe_ctx_new();
    if (!scratch)
        return;
    str line;
    str_init(&line, scratch);
    if (!diag->file)
        str_add(&line, "lathe: ");
    diag_render(&line, diag, color_wanted((color_mode)request->color, fd));
    (void)!io_write_all(fd, str_text(&line), line.len);
    str_free(&line);
    lathe_ctx_free(scratch);
}

void cli_message(const cli_request *request, lathe_severity severity, const char *text) {
    print(request, STDERR_FILENO, &(lathe_diag){.severity = severity, .message = text});
}

void cli_diagnostic(const cli_request *request, int fd, const lathe_diag *diag) {
    print(request, fd, diag);
}
