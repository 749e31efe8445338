"""Parts of the generator of large C programs; see bench/gen_program.py."""
