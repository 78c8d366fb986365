# A room is a folder with a library of its sources, and a program of its tests. plan.json says what each may stand on;
# its library is linked to theirs.
set(plan_file ${PROJECT_SOURCE_DIR}/plan.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${plan_file})
file(READ ${plan_file} plan)

# sources(VARIABLE pattern...): the files that match, tests and their helpers left out.
function(sources variable)
  file(GLOB found CONFIGURE_DEPENDS ${ARGN})
  list(FILTER found EXCLUDE REGEX "_test\\.cpp$|/testing/")
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# below(VARIABLE ROOM): the libraries of the rooms that this one stands on, those of rooms without a library of their
# own replaced by what these stand on in turn.
function(below variable room)
  set(found "")
  string(JSON count LENGTH ${plan} ${room})
  while(count GREATER 0)
    math(EXPR count "${count} - 1")
    string(JSON lower GET ${plan} ${room} ${count})
    get_property(library GLOBAL PROPERTY "library of ${lower}")
    if(NOT library)
      below(library ${lower})
    endif()
    list(APPEND found ${library})
  endwhile()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# Rooms whose code waits for others' far longer than it computes. They compile in two thirds of the time at -Og, and
# so does what runs at the speed of SMPI. Tests leave the work to what they test, and take three quarters of that at -O0, a third where
# sanitizers watch. GCC 14 takes no header precompiled at -O2 in a source at another level.
set(lab lab/decisions lab/scenarios lab/site lab/slurm lab/tuner)
set(evidence evidence/calibration evidence/import evidence/published evidence/validation)
set(figures figures/explore figures/plots figures/report)
set(waiting backends cli cli/check points rules rules/libraries support testbed ${lab} ${evidence} ${figures})
# Those of them that hand the work on. Where sanitizers watch, they compile in two thirds of the time at -O0; commands would take three
# times as long if the others did so, too.
set(handing_on cli cli/check testbed lab/site lab/slurm ${evidence} ${figures})
set(one_level $<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,14>>)
set(quickly_compiled $<$<AND:$<CONFIG:Release>,$<NOT:${one_level}>>:-Og>)
# What no fuzzer feeds need not tell libFuzzer where it goes: all rooms but those whose parsers are fuzzed, and what these stand on.
set(fuzzed platforms points rules rules/libraries support testbed lab/scenarios evidence/calibration evidence/import evidence/validation)
set(not_fuzzed $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table,stack-depth>)
# What packs nothing into bytes: sanitizers need not watch how its objects are aligned.
set(aligned $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=alignment>)
set(compiled_as_tests $<$<NOT:${one_level}>:-O0> ${not_fuzzed} ${aligned})

# precompiled(NAME LEVEL): gives a library or program the usual headers, precompiled once for each level: COMPUTES, WAITS or HANDS_ON.
# Whatever templates inline functions of a precompiled header use, GCC instantiates anew in every file: JSON's parser, which its
# literals use, takes half a second of processor time, so that only those who need JSON include it.
set(options_COMPUTES "")
set(options_WAITS ${quickly_compiled} ${aligned})
set(options_HANDS_ON -O0 ${aligned})
function(precompiled name level)
  target_compile_options(${name} PRIVATE ${options_${level}})
  get_property(first GLOBAL PROPERTY "first of ${level}")
  if(first)
    target_precompile_headers(${name} REUSE_FROM ${first})
    return()
  endif()
  set_property(GLOBAL PROPERTY "first of ${level}" ${name})
  target_precompile_headers(${name} PRIVATE <algorithm> <filesystem> <functional> <map> <set> <string> <vector> <fmt/format.h>)
endfunction()

# compiled_together(TARGET): several of its files at once, because headers take longer than what is in them. So a room's file-local
# names differ. -DCMAKE_UNITY_BUILD=OFF compiles one by one.
function(compiled_together target)
  if(NOT DEFINED CMAKE_UNITY_BUILD OR CMAKE_UNITY_BUILD)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  endif()
endfunction()

# tests_compiled_together(TARGET): likewise. What a local name hides is in another test.
function(tests_compiled_together target)
  compiled_together(${target})
  target_compile_options(${target} PRIVATE -Wno-shadow)
endfunction()

# The drop-in's libraries and the fuzzers take those files of these alone that they call, and so need neither fmt nor algorithms.
set(taken_by_file backends/trial points rules support)

# room_of(NAME source...): a room's library.
function(room_of name)
  file(RELATIVE_PATH room ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "^src/" "" room ${room})
  below(libraries ${room})
  add_library(${name} STATIC ${ARGN})
  if(NOT room IN_LIST taken_by_file)
    compiled_together(${name})
  endif()
  target_link_libraries(${name} PUBLIC ${libraries})
  set_property(GLOBAL PROPERTY "library of ${room}" ${name})
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize" AND room IN_LIST handing_on)
    precompiled(${name} HANDS_ON)
  elseif(room IN_LIST waiting)
    precompiled(${name} WAITS)
  else()
    precompiled(${name} COMPUTES)
  endif()
  if(NOT room IN_LIST fuzzed)
    target_compile_options(${name} PRIVATE ${not_fuzzed})
  endif()
endfunction()

# room(NAME library...): the library of this folder's sources, which uses others' libraries.
function(room name)
  sources(found ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  room_of(${name} ${found})
  target_link_libraries(${name} PUBLIC ${ARGN})
endfunction()

# As many tests as the presets run at once, since some wait for daemons or a network: one that takes all slots runs alone.
set(all_slots 3)

# The programs of all tests that need nothing but themselves.
add_custom_target(suite)

# add_shards(NAME TARGET COUNT): a program's tests, in as many processes as can share the cores. A process for each test
# would spend its time on its start. What is split takes longest and so comes first.
function(add_shards name target count)
  add_dependencies(suite ${target})
  foreach(index RANGE 1 ${count})
    set(test ${name})
    if(count GREATER 1)
      string(APPEND test _${index}_of_${count})
    endif()
    math(EXPR shard "${index} - 1")
    add_test(NAME ${test} COMMAND ${target})
    set_tests_properties(${test} PROPERTIES TIMEOUT 900 COST ${count}
                         ENVIRONMENT "GTEST_TOTAL_SHARDS=${count};GTEST_SHARD_INDEX=${shard}")
  endforeach()
endfunction()

# test_program(NAME "source;..." library...): NAME_test, which add_shards() makes tests of.
function(test_program name tests)
  add_executable(${name}_test ${tests})
  target_link_libraries(${name}_test PRIVATE ${ARGN} testing GTest::gmock_main)
  target_precompile_headers(${name}_test REUSE_FROM testing)
  target_compile_options(${name}_test PRIVATE ${compiled_as_tests})
  tests_compiled_together(${name}_test)
endfunction()

# room_test(NAME library...): NAME_test, of this folder's *_test.cpp but those in NAME_apart, and of those of the folders in NAME_parts,
# in NAME_shards processes if that is set.
function(room_test name)
  if(NOT COLLSIM_TESTS)
    return()
  endif()
  set(folders . ${${name}_parts})
  list(TRANSFORM folders REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1/*_test.cpp")
  file(GLOB tests CONFIGURE_DEPENDS ${folders})
  foreach(source ${${name}_apart})
    list(FILTER tests EXCLUDE REGEX "/${source}$")
  endforeach()
  test_program(${name} "${tests}" ${ARGN})
  if(NOT DEFINED ${name}_shards)
    set(${name}_shards 1)
  endif()
  add_shards(${name} ${name}_test ${${name}_shards})
endfunction()
