/* The other side of ask.h: asks a running program to save, and waits until it has. */
#pragma once

typedef enum ck_answer {
    CK_ANSWER_SAVED,
    CK_ANSWER_NOT_SAVED, /* the program says why */
    CK_ANSWER_ENDED,     /* before it came to a checkpoint */
    CK_ANSWER_NOBODY     /* no such process, or one without checkpoints, or of another user */
} ck_answer;

/* Waits for as long as the program takes to come to its next checkpoint. */
ck_answer ck_ask_to_save(long pid, unsigned long long *generation);
