# Stored answers are those of the very sources that determine them, and plug-ins fit the very headers they are built
# with: digests.inc and interface.hpp tell which (digests.py).
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(digests ${PROJECT_BINARY_DIR}/digests)
set(answering "")
foreach(room src/support algorithms src/points src/platforms models src/backends)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${room}/*.[ch]pp ${room}/*.h)
  list(APPEND answering ${found})
endforeach()
set(script ${CMAKE_CURRENT_LIST_DIR}/digests.py)
add_custom_command(OUTPUT ${digests}/digests.inc ${digests}/interface.hpp
  COMMAND Python3::Interpreter ${script} ${PROJECT_SOURCE_DIR} ${digests}/digests.inc ${digests}/interface.hpp
  DEPENDS ${script} ${answering} COMMENT "Digesting what determines answers" VERBATIM)
add_custom_target(digests DEPENDS ${digests}/digests.inc ${digests}/interface.hpp)
