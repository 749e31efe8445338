#include "streams_file.h"

#include <string.h>

bool ck_stream_next(const char **at, const char *end, ck_stream_entry *out) {
    size_t left = (size_t)(end - *at);
    if (left < sizeof out->head)
        return false;
    memcpy(&out->head, *at, sizeof out->head);
    left -= sizeof out->head;
    uint64_t text = (uint64_t)out->head.path_size + out->head.content_size + out->head.pending_size;
    uint64_t padded = (text + 7) & ~UINT64_C(7);
    if (padded > left)
        return false;
    const char *path = *at + sizeof out->head;
    out->path = out->head.path_size ? path : NULL;
    out->content = path + out->head.path_size;
    out->pending = out->content + out->head.content_size;
    *at = path + padded;
    return true;
}
