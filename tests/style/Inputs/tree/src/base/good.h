/* What it owns. */
int good(int x);
