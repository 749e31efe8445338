# What others link: liblathe.so, which exports lathe_* only, and liblathe.a. The tool and the unit
# tests use lathe_objects instead, because they call internals.

add_library(lathe_shared SHARED $<TARGET_OBJECTS:lathe_objects>)
target_link_libraries(lathe_shared PRIVATE lathe_flags LLVM PkgConfig::XXHASH PkgConfig::ISL m)
set_target_properties(lathe_shared PROPERTIES
  OUTPUT_NAME lathe VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
if(NOT LATHE_SAN)
  target_link_options(lathe_shared PRIVATE -Wl,--no-undefined)
endif()

# A plain archive would let internal names such as map_find clash with those of the program that
# links it, so the archive holds one object in which every hidden symbol is local.
if(NOT LATHE_SAN)
  set(LATHE_ARCHIVE ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/liblathe.a)
  set(LATHE_ONE_OBJECT ${CMAKE_CURRENT_BINARY_DIR}/lathe-one.o)
  add_custom_command(
    OUTPUT ${LATHE_ARCHIVE}
    COMMAND ${CMAKE_LINKER} -r -o ${LATHE_ONE_OBJECT} $<TARGET_OBJECTS:lathe_objects>
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${LATHE_ONE_OBJECT}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${LATHE_ARCHIVE}
    COMMAND ${CMAKE_AR} rcsD ${LATHE_ARCHIVE} ${LATHE_ONE_OBJECT}
    DEPENDS lathe_objects $<TARGET_OBJECTS:lathe_objects>
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Archiving lib/liblathe.a")
  add_custom_target(lathe_archive ALL DEPENDS ${LATHE_ARCHIVE})
endif()
