/* What is left of a checkpoint in a program, or a part of one, that was not made by lathe ckpt. */
__attribute__((visibility("default"))) void checkpoint(void);

__attribute__((weak)) void checkpoint(void) {}
