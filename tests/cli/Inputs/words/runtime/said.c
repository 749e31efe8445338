const char *said = "the user was told";
