/* The memory that the program's own allocation calls hand out, at an address that is the same in
 * every run, with its bookkeeping inside: an image of the used pages restores all of it.
 *
 *   base - 16 GB    spans     one descriptor per 64 KB of the arena
 *   base + 0        heap      heads of the size classes, lists of free spans
 *   base + 64 MB    frames    locals of functions on the path (lathe_ckpt_sp)
 *   base + 384 MB   kept      the program's arguments, and names of the environment that it asked
 *                             for: not among the blocks, so that addresses of blocks do not depend
 *                             on them
 *   base + 416 MB   apart     values of the environment; not saved
 *   base + 512 MB   blocks    spans 8192, 8193, …
 *
 * Addresses are reserved for as much as the processor can address, if there is no limit, and made
 * usable as they are needed, 1 GB at a time, so that a block larger than memory is refused
 * as libc refuses it.
 *
 * A span either holds blocks of one size (up to 32 KB) or is part of a run of spans: one large
 * block, or free. Not for several threads: programs with threads are refused at compile time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ck_range;

/* Reserves the address range; done once, before the program's constructors. False if there is no
 * room at all; then allocation calls are passed on to libc. */
bool ck_arena_reserve(void);
/* The arena has one of a few addresses. 0 if there is none. */
uint64_t ck_arena_base(void);
/* Whether a mapping is part of it. */
bool ck_arena_overlaps(uint64_t start, uint64_t end);
char *ck_arena_frames(void);
/* Whether it is the address of a local. */
bool ck_arena_is_frame(uint64_t address);
/* Memory that is never freed; NULL if there is no more, or no arena. */
void *ck_arena_keep(size_t size);
/* Memory at a fixed address that is not part of an image. */
char *ck_arena_apart(void);
size_t ck_arena_apart_size(void);
/* Whether all of it may be part of an image. */
bool ck_arena_holds(uint64_t address, uint64_t size);

/* Ranges in use, ascending; frames up to frames_top. Returns how many there are, writes at most
 * room. */
size_t ck_arena_ranges(const char *frames_top, struct ck_range *out, size_t room);
/* Gives all memory back to the system, so that an image can be put there. */
void ck_arena_clear(void);
/* Makes memory that an image is to be put to usable; false if memory is out. What is not in the
 * arena is none of its business. */
bool ck_arena_accept(uint64_t address, uint64_t size);
/* Whether the bookkeeping that an image brought can be walked safely. */
bool ck_arena_is_sane(void);
