# What others link: liblathe.so, which exports lathe_* only, and liblathe.a. The tool and the unit
# tests use lathe_objects instead, because they call internals.

configure_file(cmake/lathe.map.in lathe.map @ONLY)

add_library(lathe_shared SHARED $<TARGET_OBJECTS:lathe_objects>)
target_link_libraries(lathe_shared PRIVATE lathe_flags LLVM PkgConfig::XXHASH PkgConfig::ZSTD
                      PkgConfig::ISL m)
set_target_properties(lathe_shared PROPERTIES
  OUTPUT_NAME lathe VERSION ${PROJECT_VERSION} SOVERSION ${LATHE_SOVERSION}
  LINK_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/lathe.map)
target_link_options(lathe_shared PRIVATE
  -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/lathe.map)
if(NOT LATHE_SAN)
  target_link_options(lathe_shared PRIVATE -Wl,--no-undefined)
endif()

if(NOT LATHE_SAN)
  lathe_one_object_archive(lathe_archive liblathe.a lathe_objects)
  set(LATHE_ARCHIVE ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/liblathe.a)
endif()
