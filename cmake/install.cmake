# What has been built, without a build of all.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# Programs, the files they look up (share/collsim), and what plug-ins are built with (include/collsim, CMake package).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS collsim collrun)
install(TARGETS collsim_simgrid collsim_judging LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/collsim)
if(TARGET collsim_mpi)
  install(TARGETS collsim_mpi OPTIONAL)
  install(FILES src/dropin/collsim_results.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
install(CODE "set(collsim \"$<TARGET_FILE:collsim>\")
              set(help \"${PROJECT_BINARY_DIR}/help\")
              set(data \"${CMAKE_INSTALL_DATADIR}\")")
install(SCRIPT cmake/help.cmake)
foreach(folder platforms platforms/testbeds plots rules scenarios)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.csv ${folder}/*.gp ${folder}/*.json ${folder}/*.xml)
  install(FILES ${files} DESTINATION ${CMAKE_INSTALL_DATADIR}/collsim/${folder})
endforeach()
# What Open MPI's launcher calls on a testbed.
install(FILES src/testbed/agent.sh DESTINATION ${CMAKE_INSTALL_DATADIR}/collsim/src/testbed)
# Compiled where somebody asks what an MPI library runs.
install(DIRECTORY src/probe DESTINATION ${CMAKE_INSTALL_DATADIR}/collsim/src)
# Studies: pages, tables, platforms, figures, and whose work they are from.
install(DIRECTORY validation DESTINATION ${CMAKE_INSTALL_DATADIR}/collsim
        FILES_MATCHING PATTERN *.csv PATTERN *.gp PATTERN *.json PATTERN *.md PATTERN *.xml PATTERN LICENSE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/collsim)
foreach(folder algorithms algorithms/facts algorithms/patterns)
  file(GLOB headers CONFIGURE_DEPENDS ${folder}/*.hpp)
  install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collsim/${folder})
endforeach()
file(GLOB headers CONFIGURE_DEPENDS src/support/*.hpp)
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collsim/support)
install(FILES algorithms/mpi/mpi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collsim/algorithms/mpi)
install(FILES ${digests}/interface.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collsim)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/collsim)
set(includes ${CMAKE_INSTALL_INCLUDEDIR}/collsim)
configure_package_config_file(cmake/collsim-config.cmake.in ${PROJECT_BINARY_DIR}/collsim-config.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS includes)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/collsim-config-version.cmake COMPATIBILITY ExactVersion)
install(FILES ${PROJECT_BINARY_DIR}/collsim-config.cmake ${PROJECT_BINARY_DIR}/collsim-config-version.cmake
              cmake/plugin.cpp DESTINATION ${package})

include(cmake/packaging/debian.cmake)
