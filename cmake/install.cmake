# Where things go on `make install`, and how other projects find them again.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS lathe_shipped lathe_quick RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/lathe-c++
        DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS lathe_shared lathe_plugin_shipped LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(LATHE_ARCHIVE)
  install(FILES ${LATHE_ARCHIVE} DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

# The Python package finds the library from where it is itself.
set(LATHE_PYTHON_DIR lib/python3/dist-packages/lathe)
file(RELATIVE_PATH LATHE_PYTHON_TO_LIBRARY /${LATHE_PYTHON_DIR}
     /${CMAKE_INSTALL_LIBDIR}/liblathe.so.${LATHE_SOVERSION})
configure_file(python/lathe/_where.py.in python/_where.py @ONLY)
install(DIRECTORY python/lathe/ DESTINATION ${LATHE_PYTHON_DIR} FILES_MATCHING PATTERN *.py
        PATTERN __pycache__ EXCLUDE)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/python/_where.py DESTINATION ${LATHE_PYTHON_DIR})

install(DIRECTORY include/lathe DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)

# Manual pages and shell completion are generated into share/ of the build tree.
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR} OPTIONAL
        REGEX "/share/lathe$" EXCLUDE)
# The fuzzers, for passes from outside the tree (lathe fuzz). In the build tree the link that
# CMakeLists.txt makes stands for them.
install(DIRECTORY tests/fuzz tests/run tests/torture DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/lathe
        FILES_MATCHING PATTERN fuzz/*.py PATTERN fuzz/Inputs/nest* PATTERN run/*.py
        PATTERN torture/torture.* PATTERN torture/*.c PATTERN __pycache__ EXCLUDE)
# What each JSON document looks like.
install(DIRECTORY schema/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/lathe/schema
        FILES_MATCHING PATTERN *.schema.json)
install(FILES README.md CHANGES.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN *.md PATTERN *.c PATTERN *.py)

# A tool built against an LLVM outside the loader's path must still find it once installed. Debian's
# is a link into that path.
file(REAL_PATH ${LLVM_LIBRARY_DIR}/libLLVM.so LATHE_LLVM_LIBRARY)
get_filename_component(LATHE_LLVM_LIBRARY ${LATHE_LLVM_LIBRARY} DIRECTORY)
if(NOT LATHE_LLVM_LIBRARY IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
  set_target_properties(lathe_shipped lathe_shared PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
endif()

set(LATHE_LINK_LLVM -lLLVM-${LLVM_VERSION_MAJOR})
file(RELATIVE_PATH LATHE_PC_TO_PREFIX
  /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" LATHE_PC_TO_PREFIX "${LATHE_PC_TO_PREFIX}")
configure_file(cmake/lathe.pc.in lathe.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lathe.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(LATHE_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/lathe)
configure_package_config_file(cmake/latheConfig.cmake.in latheConfig.cmake
  INSTALL_DESTINATION ${LATHE_CMAKE_DIR}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(latheConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/latheConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/latheConfigVersion.cmake
        DESTINATION ${LATHE_CMAKE_DIR})
