# A room is a folder with a library of its sources, and a program of its tests; plan.json says what each may stand on.

# sources(VARIABLE pattern...): the files that match, tests and their helpers left out.
function(sources variable)
  file(GLOB found CONFIGURE_DEPENDS ${ARGN})
  list(FILTER found EXCLUDE REGEX "_test\\.cpp$|/testing/")
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# room(NAME library...): this folder's sources, linked to what they stand on.
function(room name)
  sources(found ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(${name} STATIC ${found})
  target_link_libraries(${name} PUBLIC ${ARGN})
  if(TARGET support AND NOT name STREQUAL support)
    target_precompile_headers(${name} REUSE_FROM support)
  endif()
endfunction()

# room_test(NAME library...): NAME_test, of this folder's *_test.cpp.
function(room_test name)
  if(NOT COLLSIM_TESTS)
    return()
  endif()
  file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp)
  add_executable(${name}_test ${tests})
  target_link_libraries(${name}_test PRIVATE ${ARGN} testing GTest::gmock_main)
  target_precompile_headers(${name}_test REUSE_FROM testing)
  gtest_discover_tests(${name}_test NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()
