/* Directories that the program reads. What it holds for a DIR * is an object in the arena with all
 * entries that the directory had when it was opened or rewound, so that reading it needs no state
 * outside of the program's memory. POSIX leaves open whether later entries are seen. */
#pragma once

#include <dirent.h>

typedef struct lathe_ckpt_folder lathe_ckpt_folder;

#pragma GCC visibility push(default)
lathe_ckpt_folder *lathe_ckpt_opendir(const char *path);
int lathe_ckpt_closedir(lathe_ckpt_folder *folder);
struct dirent *lathe_ckpt_readdir(lathe_ckpt_folder *folder);
struct dirent *lathe_ckpt_readdir64(lathe_ckpt_folder *folder);
void lathe_ckpt_rewinddir(lathe_ckpt_folder *folder);
long lathe_ckpt_telldir(lathe_ckpt_folder *folder);
void lathe_ckpt_seekdir(lathe_ckpt_folder *folder, long at);
#pragma GCC visibility pop
