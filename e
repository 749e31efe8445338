lathe: error: unknown option '--budget-bytes'; see lathe passes --help
