/* Calls that libc answers from memory of its own: the time zone that struct tm points to, the one
 * struct tm of localtime, the position of strtok, the text of strerror, the state of random. Here
 * they are answered from memory that has the same address in every process of the program and is
 * saved like a global of it. */
#pragma once

#include "store.h"

#include <time.h>

ck_range ck_own_range(void);
void ck_own_start(void);

#pragma GCC visibility push(default)
struct tm *lathe_ckpt_gmtime_r(const time_t *when, struct tm *out);
struct tm *lathe_ckpt_localtime_r(const time_t *when, struct tm *out);
struct tm *lathe_ckpt_gmtime(const time_t *when);
struct tm *lathe_ckpt_localtime(const time_t *when);
time_t lathe_ckpt_mktime(struct tm *parts);
time_t lathe_ckpt_timegm(struct tm *parts);
char *lathe_ckpt_asctime(const struct tm *parts);
char *lathe_ckpt_ctime(const time_t *when);
char *lathe_ckpt_strerror(int error);
char *lathe_ckpt_strtok(char *text, const char *ends);
char *lathe_ckpt_dirname(char *path);
char *lathe_ckpt_xpg_basename(char *path);
#pragma GCC visibility pop
