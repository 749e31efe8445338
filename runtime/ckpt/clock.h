/* When it is time to save: after so many seconds, when another process asks (ask.h), or at a signal
 * that the user chose. What looks at the clock is a task of the kernel's that shares all with the
 * program, blocks every signal and calls nothing of the C library: the program sees neither a
 * signal, nor an interrupted call, nor a process of its own that ends. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* every: seconds; 0: always. Takes the clock's signals from text ("TERM,USR1"; NULL: none); what is
 * wrong with it is the result, NULL if nothing is. */
const char *ck_clock_start(double every, const char *signals);
/* A program is running from here on: the time that a save takes does not count. */
void ck_clock_arm(void);
/* Whether a save is due, where that is not known without asking. */
bool ck_clock_is_due(void);
/* After a save, or a failure to: whoever asked is answered. Does not return if a signal asked whose
 * own action is to end the process. */
void ck_clock_answer(bool saved, uint64_t generation);
