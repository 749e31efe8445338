#include "cc/objects/elf.h"

#include <string.h>

static bool lies_in(size_t size, uint64_t offset, uint64_t length) {
    return offset <= size && length <= size - offset;
}

/* The string at an offset of a string table, "" if it does not end inside. */
static const char *string_at(const char *strings, size_t size, uint64_t offset) {
    if (offset >= size || !memchr(strings + offset, '\0', size - offset))
        return "";
    return strings + offset;
}

static bool header_at(const cc_elf *elf, size_t index, Elf64_Shdr *header) {
    if (index >= elf->section_count)
        return false;
    memcpy(header, elf->bytes + elf->header.e_shoff + index * sizeof *header, sizeof *header);
    return true;
}

static bool is_supported(const Elf64_Ehdr *h) {
    return memcmp(h->e_ident, ELFMAG, SELFMAG) == 0 && h->e_ident[EI_CLASS] == ELFCLASS64 &&
           h->e_ident[EI_DATA] == ELFDATA2LSB;
}

/* With more sections than 16 bits can count, the numbers are in the first section's header. */
static bool find_sections(cc_elf *elf) {
    Elf64_Shdr first;
    if (elf->header.e_shoff == 0)
        return true;
    if (elf->header.e_shentsize != sizeof first ||
        !lies_in(elf->size, elf->header.e_shoff, sizeof first))
        return false;
    memcpy(&first, elf->bytes + elf->header.e_shoff, sizeof first);
    uint64_t count = elf->header.e_shnum ? elf->header.e_shnum : first.sh_size;
    if (count > (elf->size - elf->header.e_shoff) / sizeof first)
        return false;
    elf->section_count = (size_t)count;
    elf->names_index =
        elf->header.e_shstrndx == SHN_XINDEX ? first.sh_link : elf->header.e_shstrndx;
    return true;
}

bool cc_elf_open(cc_elf *elf, const char *bytes, size_t size) {
    *elf = (cc_elf){.bytes = bytes, .size = size, .names = ""};
    if (size < sizeof elf->header)
        return false;
    memcpy(&elf->header, bytes, sizeof elf->header);
    if (!is_supported(&elf->header) || !find_sections(elf))
        return false;
    Elf64_Shdr names;
    if (header_at(elf, elf->names_index, &names) && names.sh_type == SHT_STRTAB &&
        lies_in(size, names.sh_offset, names.sh_size)) {
        elf->names = bytes + names.sh_offset;
        elf->names_size = (size_t)names.sh_size;
    }
    return true;
}

bool cc_elf_section(const cc_elf *elf, size_t index, cc_section *section) {
    Elf64_Shdr h;
    if (!header_at(elf, index, &h))
        return false;
    *section = (cc_section){.name = string_at(elf->names, elf->names_size, h.sh_name),
                            .type = h.sh_type,
                            .link = h.sh_link,
                            .flags = h.sh_flags};
    if (h.sh_type != SHT_NOBITS && lies_in(elf->size, h.sh_offset, h.sh_size)) {
        section->bytes = elf->bytes + h.sh_offset;
        section->size = (size_t)h.sh_size;
    }
    return true;
}

bool cc_elf_section_named(const cc_elf *elf, const char *name, cc_section *section) {
    for (size_t i = 1; cc_elf_section(elf, i, section); i++)
        if (strcmp(section->name, name) == 0)
            return true;
    return false;
}

bool cc_elf_section_of_type(const cc_elf *elf, uint32_t type, cc_section *section) {
    for (size_t i = 1; cc_elf_section(elf, i, section); i++)
        if (section->type == type)
            return true;
    return false;
}

cc_symtab cc_elf_symbols(const cc_elf *elf, uint32_t type) {
    cc_symtab table = {.bytes = NULL};
    cc_section symbols, strings;
    if (!cc_elf_section_of_type(elf, type, &symbols) || !symbols.bytes ||
        !cc_elf_section(elf, symbols.link, &strings) || !strings.bytes)
        return table;
    return (cc_symtab){symbols.bytes, symbols.size / sizeof(Elf64_Sym), strings.bytes, strings.size,
                       symbols.link};
}

cc_symbol cc_elf_symbol(const cc_symtab *table, size_t index) {
    Elf64_Sym s;
    memcpy(&s, table->bytes + index * sizeof s, sizeof s);
    return (cc_symbol){.name = string_at(table->strings, table->strings_size, s.st_name),
                       .bind = ELF64_ST_BIND(s.st_info),
                       .type = ELF64_ST_TYPE(s.st_info),
                       .visibility = ELF64_ST_VISIBILITY(s.st_other),
                       .undefined = s.st_shndx == SHN_UNDEF,
                       .common = s.st_shndx == SHN_COMMON,
                       .size = s.st_size};
}

cc_definition cc_symbol_definition(const cc_symbol *symbol) {
    if (symbol->undefined)
        return CC_UNDEFINED;
    if (symbol->common)
        return CC_COMMON;
    return symbol->bind == STB_WEAK ? CC_WEAK : CC_STRONG;
}

bool cc_symbol_is_global(const cc_symbol *symbol) {
    return symbol->bind != STB_LOCAL && *symbol->name;
}

void cc_elf_list_defined(const cc_elf *elf, uint32_t type, const map *except, map *names) {
    cc_symtab table = cc_elf_symbols(elf, type);
    for (size_t i = 0; i < table.count && ctx_tick(names->ctx, 1); i++) {
        cc_symbol s = cc_elf_symbol(&table, i);
        if (cc_symbol_is_global(&s) && !s.undefined && !(except && map_find_s(except, s.name)))
            map_put_s(names, s.name);
    }
}

/* Names by the number that .gnu.version gives a symbol. */
typedef struct version_names {
    const char **at;
    size_t count;
    const char *strings;
    size_t strings_size;
} version_names;

static void name_version(version_names *names, unsigned number, uint32_t offset) {
    number &= 0x7fff;
    if (number < names->count)
        names->at[number] = string_at(names->strings, names->strings_size, offset);
}

/* Chains go forward only, so that no file can make the walk endless. */
static void read_defined(const cc_section *s, version_names *names) {
    for (size_t at = 0; lies_in(s->size, at, sizeof(Elf64_Verdef));) {
        Elf64_Verdef def;
        Elf64_Verdaux aux;
        memcpy(&def, s->bytes + at, sizeof def);
        if (lies_in(s->size, at + def.vd_aux, sizeof aux)) {
            memcpy(&aux, s->bytes + at + def.vd_aux, sizeof aux);
            name_version(names, def.vd_ndx, aux.vda_name);
        }
        if (!def.vd_next)
            return;
        at += def.vd_next;
    }
}

static void read_needed_from(const cc_section *s, size_t at, version_names *names) {
    while (lies_in(s->size, at, sizeof(Elf64_Vernaux))) {
        Elf64_Vernaux aux;
        memcpy(&aux, s->bytes + at, sizeof aux);
        name_version(names, aux.vna_other, aux.vna_name);
        if (!aux.vna_next)
            return;
        at += aux.vna_next;
    }
}

static void read_needed(const cc_section *s, version_names *names) {
    for (size_t at = 0; lies_in(s->size, at, sizeof(Elf64_Verneed));) {
        Elf64_Verneed need;
        memcpy(&need, s->bytes + at, sizeof need);
        read_needed_from(s, at + need.vn_aux, names);
        if (!need.vn_next)
            return;
        at += need.vn_next;
    }
}

bool cc_elf_versions(const cc_elf *elf, arena *mem, cc_versions *versions) {
    cc_symtab table = cc_elf_symbols(elf, SHT_DYNSYM);
    cc_section numbers, section;
    enum { NUMBERS = 0x8000, FIRST = 2 };
    version_names names = {
        .count = NUMBERS, .strings = table.strings, .strings_size = table.strings_size};
    *versions = (cc_versions){arena_array(mem, table.count + 1, const char *),
                              arena_array(mem, table.count + 1, bool), table.count};
    names.at = arena_array(mem, NUMBERS, const char *);
    if (!versions->at || !versions->hidden || !names.at)
        return false;
    if (cc_elf_section_of_type(elf, SHT_GNU_verdef, &section) && section.bytes)
        read_defined(&section, &names);
    if (cc_elf_section_of_type(elf, SHT_GNU_verneed, &section) && section.bytes)
        read_needed(&section, &names);
    bool any = cc_elf_section_of_type(elf, SHT_GNU_versym, &numbers) && numbers.bytes;
    for (size_t i = 0; i < table.count; i++) {
        uint16_t number = 0;
        if (any && lies_in(numbers.size, i * sizeof number, sizeof number))
            memcpy(&number, numbers.bytes + i * sizeof number, sizeof number);
        const char *name = (number & 0x7fff) >= FIRST ? names.at[number & 0x7fff] : NULL;
        versions->at[i] = name ? name : "";
        versions->hidden[i] = number & 0x8000;
    }
    return true;
}

bool cc_elf_dynamic(const cc_elf *elf, int64_t tag, size_t index, uint64_t *value) {
    cc_section s;
    if (!cc_elf_section_of_type(elf, SHT_DYNAMIC, &s) || !s.bytes)
        return false;
    for (size_t at = 0; lies_in(s.size, at, sizeof(Elf64_Dyn)); at += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;
        memcpy(&entry, s.bytes + at, sizeof entry);
        if (entry.d_tag == DT_NULL)
            return false;
        *value = entry.d_un.d_val;
        if (entry.d_tag == tag && index-- == 0)
            return true;
    }
    return false;
}

const char *cc_elf_dynamic_string(const cc_elf *elf, uint64_t offset) {
    cc_section s, strings;
    if (!cc_elf_section_of_type(elf, SHT_DYNAMIC, &s) || !cc_elf_section(elf, s.link, &strings) ||
        !strings.bytes)
        return "";
    return string_at(strings.bytes, strings.size, offset);
}

bool cc_elf_is_pie(const cc_elf *elf) {
    uint64_t flags;
    return elf->header.e_type == ET_DYN && cc_elf_dynamic(elf, DT_FLAGS_1, 0, &flags) &&
           (flags & DF_1_PIE);
}

bool cc_elf_is_shared(const cc_elf *elf) {
    return elf->header.e_type == ET_DYN && !cc_elf_is_pie(elf);
}
