/* For programs with checkpoints: build them with lathe ckpt, or lathe cc -flathe-ckpt. */
#ifndef LATHE_CKPT_H
#define LATHE_CKPT_H

#ifdef __cplusplus
extern "C" {
#endif

/* The program may be saved here: it is, when a save is due, and costs next to nothing otherwise.
 * When the program is killed and run again in the same directory with the same arguments, it goes
 * on from the last save. Without lathe, the runtime's own checkpoint() does nothing. */
void checkpoint(void);

#ifdef __cplusplus
}
#endif
#endif
