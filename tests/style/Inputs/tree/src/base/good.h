int good(int x);
