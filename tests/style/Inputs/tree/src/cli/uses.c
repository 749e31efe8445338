/* Almost everything here has a use, if only this one. */
void *uses[] = {upward, beside, sideways,   cost,         down,           up,
                root,   text,   headed_run, headless_run, loops_print_run};
