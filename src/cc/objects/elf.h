/* ELF files of 64 bits, little-endian, as far as a link is judged by them: sections, symbols,
 * versions, what is needed. LLVM-C reads objects, too, but gives neither binding nor whether a
 * symbol is defined, and knows no dynamic symbols.
 *
 * Files come from outside: every offset and count is checked against the file's size, and what does
 * not lie in it is not there. */
#pragma once

#include "base/arena.h"
#include "base/map.h"

#include <elf.h>

/* Invariant: the section table lies in bytes[0…size), and so do the names of sections. */
typedef struct cc_elf {
    const char *bytes;
    size_t size;
    Elf64_Ehdr header;
    size_t section_count;
    const char *names;
    size_t names_size;
    size_t names_index; /* of the section they are in */
} cc_elf;

typedef struct cc_section {
    const char *name;
    uint32_t type, link;
    uint64_t flags;
    const char *bytes; /* NULL if it has none in the file */
    size_t size;
} cc_section;

typedef enum cc_definition { CC_UNDEFINED, CC_WEAK, CC_COMMON, CC_STRONG } cc_definition;

typedef struct cc_symbol {
    const char *name; /* "" if it has none */
    unsigned char bind, type, visibility;
    bool undefined, common;
    uint64_t size;
} cc_symbol;

/* A table of symbols and its strings. */
typedef struct cc_symtab {
    const char *bytes;
    size_t count;
    const char *strings;
    size_t strings_size;
    size_t strings_index;
} cc_symtab;

/* False if it is not an ELF file of that kind. The bytes must outlive it. */
bool cc_elf_open(cc_elf *elf, const char *bytes, size_t size);
bool cc_elf_section(const cc_elf *elf, size_t index, cc_section *section);
bool cc_elf_section_named(const cc_elf *elf, const char *name, cc_section *section);
bool cc_elf_section_of_type(const cc_elf *elf, uint32_t type, cc_section *section);

/* type is SHT_SYMTAB or SHT_DYNSYM; without such a section the table is empty. */
cc_symtab cc_elf_symbols(const cc_elf *elf, uint32_t type);
cc_symbol cc_elf_symbol(const cc_symtab *table, size_t index);
/* How much of a definition a symbol is for other files. */
cc_definition cc_symbol_definition(const cc_symbol *symbol);
/* Whether other files can mean it. */
bool cc_symbol_is_global(const cc_symbol *symbol);
/* Adds the names of the global symbols that the file's table of that type defines, without those of
 * `except`, which may be NULL. */
void cc_elf_list_defined(const cc_elf *elf, uint32_t type, const map *except, map *names);

typedef struct cc_versions {
    const char **at; /* by symbol of the dynamic table: its version, "" if none */
    bool *hidden;    /* not the version that is meant without naming one */
    size_t count;
} cc_versions;

/* The versions of the dynamic symbols. False without memory. */
bool cc_elf_versions(const cc_elf *elf, arena *mem, cc_versions *versions);

/* The index-th entry of the dynamic section with that tag. False if there is none. */
bool cc_elf_dynamic(const cc_elf *elf, int64_t tag, size_t index, uint64_t *value);
/* The string at an offset that a dynamic entry holds, "" if it lies outside. */
const char *cc_elf_dynamic_string(const cc_elf *elf, uint64_t offset);

/* Whether it is a shared library, or an executable that is loaded anywhere. */
bool cc_elf_is_shared(const cc_elf *elf);
bool cc_elf_is_pie(const cc_elf *elf);
