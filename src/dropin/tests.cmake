# Programs that know nothing of collsim, under mpirun with the drop-in library preloaded.
# add_dropin_test(name code pattern program VARIABLE=value...): its exit code, and what is printed. Other libraries may be
# preloaded with this one.
set(preloaded $<TARGET_FILE:collsim_mpi>)
function(add_dropin_test name code pattern program)
  list(TRANSFORM ARGN PREPEND "-x;" OUTPUT_VARIABLE settings)
  set(command ${mpirun} -q -n 4 -x LD_PRELOAD=${preloaded} ${settings} ${program})
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} "-DCOMMAND=${command}" -DCODE=${code} "-DPATTERN=${pattern}"
                                -P ${PROJECT_SOURCE_DIR}/tests/programs/collrun.cmake)
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()

set(testing ${PROJECT_SOURCE_DIR}/src/dropin/testing)
file(GLOB tests CONFIGURE_DEPENDS *_test.cpp)
add_executable(dropin_test ${tests} ${testing}/buffers.cpp ${testing}/main.cpp)
target_link_libraries(dropin_test PRIVATE mpi_native GTest::gtest)
tests_compiled_together(dropin_test)
add_executable(dropin_program ${testing}/program.cpp)
target_link_libraries(dropin_program PRIVATE mpi_native)
add_executable(dropin_unusual ${testing}/unusual.cpp)
target_link_libraries(dropin_unusual PRIVATE mpi_native)
add_dependencies(dropin_test collsim_mpi)

# Two algorithms of each collective that serve any number of processes.
add_dropin_test(dropin_first 0 "allreduce +rabenseifner.*bcast +library: more than 2.31 - 1 elements +4 .*exscan +linear" $<TARGET_FILE:dropin_test>
  COLLSIM_ALLGATHER=bruck COLLSIM_ALLREDUCE=rabenseifner COLLSIM_ALLTOALL=bruck COLLSIM_BARRIER=dissemination
  COLLSIM_BCAST=binomial COLLSIM_EXSCAN=linear COLLSIM_GATHER=binomial COLLSIM_REDUCE=rabenseifner
  COLLSIM_REDUCE_SCATTER_BLOCK=recursive_halving COLLSIM_SCAN=dissemination COLLSIM_SCATTER=binomial
  COLLSIM_ALLGATHERV=blocked_ring COLLSIM_ALLTOALLV=pairwise COLLSIM_GATHERV=binomial COLLSIM_SCATTERV=binomial
  COLLSIM_REDUCE_SCATTER=recursive_halving COLLSIM_REPORT=1)
# Where a rank leaves a ring because of an error, the others wait for ever, as they may.
add_dropin_test(dropin_second 0
  "allgatherv +bruck +[0-9]+ +[1-9][0-9]* .*allreduce +recursive_doubling.*reduce_scatter +ring[^\n]* +[0-9]+ +[1-9][0-9]* .*scatter +linear"
  "$<TARGET_FILE:dropin_test>;--gtest_filter=-*WithinAnAlgorithm*"
  COLLSIM_ALLGATHER=ring COLLSIM_ALLREDUCE=recursive_doubling COLLSIM_ALLTOALL=pairwise COLLSIM_BARRIER=tree
  COLLSIM_BCAST=scatter_ring_allgather COLLSIM_GATHER=linear COLLSIM_REDUCE=binomial COLLSIM_REDUCE_SCATTER_BLOCK=ring
  COLLSIM_SCAN=linear COLLSIM_SCATTER=linear COLLSIM_ALLGATHERV=bruck COLLSIM_ALLTOALLV=irecv_isend
  COLLSIM_GATHERV=linear COLLSIM_SCATTERV=linear COLLSIM_REDUCE_SCATTER=ring COLLSIM_EXSCAN=dissemination COLLSIM_REPORT=1)

# Ranks of a machine as one node, and as nodes of three and of one, which the programs' communicators split further.
set(hierarchical COLLSIM_ALLGATHER=hierarchical COLLSIM_ALLGATHERV=hierarchical COLLSIM_ALLREDUCE=hierarchical
  COLLSIM_ALLTOALL=hierarchical COLLSIM_ALLTOALLV=hierarchical COLLSIM_BARRIER=hierarchical COLLSIM_BCAST=hierarchical
  COLLSIM_EXSCAN=hierarchical COLLSIM_GATHER=hierarchical COLLSIM_GATHERV=hierarchical COLLSIM_SCATTER=hierarchical
  COLLSIM_SCATTERV=hierarchical COLLSIM_REDUCE=hierarchical COLLSIM_REDUCE_SCATTER=hierarchical COLLSIM_REDUCE_SCATTER_BLOCK=hierarchical
  COLLSIM_SCAN=hierarchical COLLSIM_REPORT=1)
set(some_moves "$<TARGET_FILE:dropin_test>;--gtest_filter=*AllgatherAndAlltoall/1:*vAnd*v/1:*Exscan/Separate:*InBlocks*Separate")
set(some_combines "$<TARGET_FILE:dropin_test>;--gtest_filter=*Combine*Separate")
add_dropin_test(dropin_one_node 0 "allreduce +hierarchical.*exscan +hierarchical.*reduce +hierarchical.*scan +hierarchical"
                "${some_combines}" ${hierarchical})
add_dropin_test(dropin_uneven_nodes 0 "allgather +hierarchical.*alltoallv +hierarchical.*exscan +hierarchical.*gatherv +hierarchical.*reduce_scatter +hierarchical.*scatterv +hierarchical"
                "${some_moves}" ${hierarchical} COLLSIM_PPN=3)
add_dropin_test(dropin_two_nodes 0
  "allreduce +hierarchical.inter=ring.segment_bytes=8192..levels=node.result=copy.senders=2.written=0. +12 .*bcast +library: hierarchical: 3 senders are more than the ranks of a node, of which one has [12]; right would be at most that +40 "
  $<TARGET_FILE:dropin_program> "COLLSIM_ALLREDUCE=hierarchical(inter=ring(segment_bytes=8192),senders=2)"
  COLLSIM_BCAST=hierarchical:senders=3 COLLSIM_PPN=2 COLLSIM_REPORT=1)
# Elements that reach over others.
add_executable(dropin_columns ${testing}/columns.cpp)
target_link_libraries(dropin_columns PRIVATE mpi_native)
set(columns_report "allreduce +hierarchical[^\n]* +40 .*exscan +hierarchical[^\n]* +20 .*reduce +hierarchical[^\n]* +80 .*reduce_scatter +hierarchical[^\n]* +24 .*reduce_scatter_block +hierarchical[^\n]* +24 .*scan +hierarchical[^\n]* +20 ")
add_dropin_test(dropin_columns 0 "${columns_report}" $<TARGET_FILE:dropin_columns> ${hierarchical})
add_executable(dropin_results ${testing}/results_program.cpp)
target_link_libraries(dropin_results PRIVATE mpi_native collsim_mpi)
add_dropin_test(dropin_results_stay 0
  "allgather +hierarchical.inter=ring.levels=node.result=cow[^\n]* +8 .*allreduce +hierarchical[^\n]*result=copy[^\n]* +4 .*allreduce +hierarchical[^\n]*result=shared[^\n]* +8 .*bcast +hierarchical[^\n]*result=shared"
  $<TARGET_FILE:dropin_results> COLLSIM_ALLREDUCE=hierarchical COLLSIM_BCAST=hierarchical COLLSIM_ALLGATHER=hierarchical
  COLLSIM_PPN=2 COLLSIM_REPORT=1)
add_dropin_test(dropin_results_alone 0 "bcast +hierarchical[^\n]*result=cow" $<TARGET_FILE:dropin_results>
                COLLSIM_BCAST=hierarchical COLLSIM_PPN=1 COLLSIM_REPORT=1)
add_dropin_test(dropin_results_copied 0 "allreduce +library: ring: leaves no result in the node's memory"
                $<TARGET_FILE:dropin_results> COLLSIM_ALLREDUCE=ring COLLSIM_REPORT=1)
add_dropin_test(dropin_wrong_ppn 2 "^collsim: COLLSIM_PPN is '0'; right would be a whole number from 1 on\n$"
                $<TARGET_FILE:dropin_program> COLLSIM_ALLREDUCE=hierarchical COLLSIM_PPN=0)
add_dropin_test(dropin_half_ppn 2 "^collsim: COLLSIM_PPN is '2.5'; right would be a whole number from 1 on\n$"
                $<TARGET_FILE:dropin_program> COLLSIM_ALLREDUCE=hierarchical COLLSIM_PPN=2.5)

# What the program does on 4 ranks, counted, in columns whose numbers end below each other.
set(settings COLLSIM_ALLREDUCE=rabenseifner COLLSIM_BCAST=binomial COLLSIM_GATHER=linear COLLSIM_REPORT=1)
set(time "[0-9]+.[0-9][0-9][0-9][0-9][0-9][0-9] +[0-9]+.[0-9] %")
set(sum "[0-9][.0-9]*(e[-+][0-9]+)?")
set(report "^collsim: calls of all 4 ranks, ${sum} of their ${sum} s from MPI_Init to MPI_Finalize
  collective +served by +calls +bytes +seconds +share
  allreduce +rabenseifner.blocks=spread.fold=whole.segment_bytes=0. +12    160 +${time}
  barrier +library: no rule +4      0 +${time}
  bcast +binomial +40    320 +${time}
  gather +linear +4     64 +${time}\n")
add_dropin_test(dropin_report 0 "${report}$" $<TARGET_FILE:dropin_program> ${settings})

add_dropin_test(dropin_wrong_algorithm 2 "^collsim: COLLSIM_ALLREDUCE: unknown algorithm 'rng' of allreduce[^\n]*\n$"
                $<TARGET_FILE:dropin_program> COLLSIM_ALLREDUCE=rng)
add_dropin_test(dropin_wrong_variable 2 "^collsim: unknown variable 'COLLSIM_ALREDUCE'[^\n]*\n$"
                $<TARGET_FILE:dropin_program> COLLSIM_ALREDUCE=ring)
add_dropin_test(dropin_wrong_rules 2 "^collsim: [^\n]*no_such.json[^\n]*\n$"
                $<TARGET_FILE:dropin_program> COLLSIM_RULES=no_such.json)
add_dropin_test(dropin_wrong_report 2 "^collsim: COLLSIM_REPORT: cannot write '/no/such/file'[^\n]*\n$"
                $<TARGET_FILE:dropin_program> COLLSIM_REPORT=/no/such/file)

add_dropin_test(dropin_empty_report 2 "^collsim: COLLSIM_REPORT is empty[^\n]*\n$" $<TARGET_FILE:dropin_program> COLLSIM_REPORT=)
add_dropin_test(dropin_full_disk 0 "^collsim: the report to '/dev/full' failed\n$"
                $<TARGET_FILE:dropin_program> COLLSIM_REPORT=/dev/full)
set(nothing_set "collsim: the MPI library serves all calls, because no COLLSIM_<COLLECTIVE>, [^\n]* is set where rank 0 runs\n")
add_dropin_test(dropin_strange_variable 0 "^collsim: the variable 'COLLSIM_HOME' means nothing here\n${nothing_set}$"
                $<TARGET_FILE:dropin_program> COLLSIM_HOME=/opt/collsim)
add_dropin_test(dropin_wrong_switch 2 "^collsim: COLLSIM_SAME_RESULT: 'yes' is neither 1 nor 0\n$"
                $<TARGET_FILE:dropin_program> COLLSIM_SAME_RESULT=yes)
# An algorithm whose ranks add up in orders of their own.
add_dropin_test(dropin_same_result 0 "allreduce +library: ring_full_vector: ranks may get different bits +12 +160 "
                $<TARGET_FILE:dropin_program> COLLSIM_ALLREDUCE=ring_full_vector COLLSIM_SAME_RESULT=1 COLLSIM_REPORT=1)
# Of four shares one is not less than a quarter.
add_dropin_test(dropin_any_result 0 "allreduce +ring_full_vector +12 +160 .* [2-9][0-9]\\.[0-9] %"
                $<TARGET_FILE:dropin_program> COLLSIM_ALLREDUCE=ring_full_vector COLLSIM_SAME_RESULT=0 COLLSIM_REPORT=1)

set(unusual $<TARGET_FILE:dropin_unusual>)
add_dropin_test(dropin_error 1 "^collsim: rank 1: bcast/binomial: MPI_Recv failed: MPI_ERR_TRUNCATE[^\n]*\n$"
                "${unusual};mismatch" COLLSIM_BCAST=binomial)
# Open MPI 4.1's mpirun sometimes hangs when a rank aborts; the presets repeat what runs out of time.
set_tests_properties(dropin_error PROPERTIES TIMEOUT 40)
add_executable(dropin_refused ${testing}/refused.cpp)
target_link_libraries(dropin_refused PRIVATE mpi_native)
add_dropin_test(dropin_refused 1 "^collsim: MPI_Comm_create failed: MPI_ERR_INTERN" $<TARGET_FILE:dropin_refused> COLLSIM_BCAST=binomial)
set_tests_properties(dropin_refused PROPERTIES TIMEOUT 40)
add_dropin_test(dropin_leave_first 0 "^$" "${unusual};leave_first" COLLSIM_BCAST=binomial)
# Parent and child have the same settings, and a file each: here the first is written already.
set(file ${CMAKE_CURRENT_BINARY_DIR}/dropin_spawn_report)
add_dropin_test(dropin_spawn 0 "^$" "${unusual};spawn" COLLSIM_ALLREDUCE=ring COLLSIM_BCAST=binomial COLLSIM_REPORT=${file})
set(table "[^\n]*\n  collective[^\n]*\n  allreduce +library: ranks of another job")
add_test(NAME dropin_spawn_reports COMMAND ${CMAKE_COMMAND}
  "-DCOMMAND=${CMAKE_COMMAND};-E;cat;${file};${file}.2;${file}.3" -DCODE=0
  "-DPATTERN=^earlier\ncollsim: calls of all 4 ranks${table} +4 .*collsim: calls of all 2 ranks${table} +2 "
  -P ${PROJECT_SOURCE_DIR}/tests/programs/collrun.cmake)
add_test(NAME dropin_spawn_clean COMMAND ${CMAKE_COMMAND} -E rm -f ${file}.2 ${file}.3)
file(WRITE ${file} "earlier\n")
set_tests_properties(dropin_spawn_clean PROPERTIES FIXTURES_SETUP dropin_clean)
set_tests_properties(dropin_spawn PROPERTIES FIXTURES_REQUIRED dropin_clean FIXTURES_SETUP dropin_reports)
set_tests_properties(dropin_spawn_reports PROPERTIES FIXTURES_REQUIRED dropin_reports)

# Where nothing is served, something is said.
add_dropin_test(dropin_nothing_set 0 "^${nothing_set}$" $<TARGET_FILE:dropin_program>)
add_dropin_test(dropin_nothing_wanted 0 "^$" $<TARGET_FILE:dropin_program> COLLSIM_REPORT=0)
add_dropin_test(dropin_nothing_served 0 "^collsim: no algorithm served a call of rank 0[^\n]*\n$" $<TARGET_FILE:dropin_program> COLLSIM_SCAN=linear)
add_dropin_test(dropin_no_finalize 1 "collsim: no report, because the program ended without MPI_Finalize\n"
                "${unusual};end_early" COLLSIM_ALLREDUCE=ring COLLSIM_REPORT=1)
add_executable(dropin_past ${testing}/past.cpp)
target_link_libraries(dropin_past PRIVATE mpi_native)
set(past "collsim: MPI was initialised past this library, ")
add_dropin_test(dropin_past 0 "^${past}straight in [^\n]*libmpi[^\n]*\n$" $<TARGET_FILE:dropin_past> COLLSIM_ALLREDUCE=nonsense)
# Who merely inherits the variable has no MPI.
add_test(NAME dropin_inherited COMMAND ${CMAKE_COMMAND}
  "-DCOMMAND=${CMAKE_COMMAND};-E;env;LD_PRELOAD=${preloaded};COLLSIM_ALLREDUCE=nonsense;${mpirun};-q;-n;2;sh;-c;sh -c true" -DCODE=0 "-DPATTERN=^$"
  -P ${PROJECT_SOURCE_DIR}/tests/programs/collrun.cmake)
# A tool before the drop-in and behind it.
add_library(dropin_tool MODULE ${testing}/tool.cpp)
target_link_libraries(dropin_tool PRIVATE mpi_native)
set(preloaded $<TARGET_FILE:dropin_tool>:$<TARGET_FILE:collsim_mpi>)
add_dropin_test(dropin_tool_before 0 "^tool: 1 initialised, 3 allreduces\n${past}by [^\n]*dropin_tool[^\n]*\n$" $<TARGET_FILE:dropin_program>
                COLLSIM_ALLREDUCE=nonsense)
set(preloaded $<TARGET_FILE:collsim_mpi>:$<TARGET_FILE:dropin_tool>)
add_dropin_test(dropin_tool_behind 0 "allreduce +rabenseifner[^\n]* +12 .*tool: 1 initialised, 0 allreduces\n" $<TARGET_FILE:dropin_program>
                COLLSIM_ALLREDUCE=rabenseifner COLLSIM_REPORT=1)
set(preloaded $<TARGET_FILE:collsim_mpi>)

# No warning at MPI_Init of numbers of processes that this job does not have.
add_dropin_test(dropin_silent 0 "^$" $<TARGET_FILE:dropin_program> COLLSIM_ALLREDUCE=tree)

find_program(fortran NAMES gfortran gfortran-14 gfortran-13 gfortran-12)
find_program(mpif90 mpif90)
if(fortran AND mpif90)
  set(source ${testing}/program.F90)
  foreach(binding mpi mpi_f08)
    set(program ${CMAKE_CURRENT_BINARY_DIR}/dropin_${binding})
    file(MAKE_DIRECTORY ${program}_modules)
    add_custom_command(OUTPUT ${program} DEPENDS ${source} VERBATIM
      COMMAND ${CMAKE_COMMAND} -E env OMPI_FC=${fortran} ${mpif90} $<$<STREQUAL:${binding},mpi_f08>:-DF08>
              -J ${program}_modules -o ${program} ${source} COMMAND_EXPAND_LISTS)
    list(APPEND programs ${program})
    add_dropin_test(dropin_${binding} 0 "allgather +ring +4 .*allreduce +rabenseifner.blocks=spread.fold=whole.segment_bytes=0. +12 .*gatherv +library"
      ${program} COLLSIM_ALLREDUCE=rabenseifner COLLSIM_ALLGATHER=ring COLLSIM_REPORT=1)
  endforeach()
else()
  add_test(NAME dropin_mpi COMMAND ${CMAKE_COMMAND} -E echo "skipped: needs mpif90 and a Fortran compiler")
  set_tests_properties(dropin_mpi PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped")
endif()

# The same program with MPICH, whose handles are numbers; the whole suite is built where somebody asks for it.
if(mpich)
  add_executable(dropin_program_mpich ${testing}/program.cpp)
  target_link_libraries(dropin_program_mpich PRIVATE mpi_mpich)
  add_executable(dropin_test_mpich EXCLUDE_FROM_ALL ${tests} ${testing}/buffers.cpp ${testing}/main.cpp)
  target_link_libraries(dropin_test_mpich PRIVATE mpi_mpich GTest::gtest)
  # add_mpich_test(name code pattern program variable value...), on ${ranks}
  set(ranks 3)
  set(preloaded $<TARGET_FILE:collsim_mpich>)
  function(add_mpich_test name code pattern program)
    set(settings LD_PRELOAD ${preloaded} ${ARGN})
    set(command ${mpiexec_mpich} -n ${ranks})
    while(settings)
      list(POP_FRONT settings variable value)
      list(APPEND command -genv ${variable} ${value})
    endwhile()
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} "-DCOMMAND=${command};${program}" -DCODE=${code} "-DPATTERN=${pattern}"
                                  -P ${PROJECT_SOURCE_DIR}/tests/programs/collrun.cmake)
    set_tests_properties(${name} PROPERTIES TIMEOUT 120 PROCESSORS ${all_slots})
  endfunction()
  set(program $<TARGET_FILE:dropin_program_mpich>)
  add_mpich_test(dropin_mpich 0 "allreduce +rabenseifner[^\n]* +9 .*barrier +library: no rule +3 .*bcast +binomial +30 .*gather +library: no rule +3 "
                 ${program} COLLSIM_ALLREDUCE rabenseifner COLLSIM_BCAST binomial COLLSIM_REPORT 1)
  set(preloaded $<TARGET_FILE:collsim_mpi>)
  add_mpich_test(dropin_other_mpi 2 "collsim: both [^\n]*libmpich[^\n]* and [^\n]*libmpi[^\n]* are loaded; right would be the drop-in library"
                 ${program} COLLSIM_ALLREDUCE ring)
  set(preloaded $<TARGET_FILE:collsim_mpich>)
  add_library(dropin_tool_mpich MODULE ${testing}/tool.cpp)
  target_link_libraries(dropin_tool_mpich PRIVATE mpi_mpich)
  if(has_counts_mpich)
    add_executable(dropin_large_counts ${testing}/large_counts.cpp)
    target_link_libraries(dropin_large_counts PRIVATE mpi_mpich)
    # All are served but two calls, of more than an int of bytes and of elements.
    set(all_served "")
    foreach(served allgather.+ring allgatherv.+ring allreduce.+rabenseifner alltoall.+pairwise alltoallv.+pairwise bcast.+binomial
            "bcast.+library: more than 2.31 - 1 elements.+6 [^\n]*" exscan.+linear gather.+linear gatherv.+linear reduce.+binomial reduce_scatter.+ring
            reduce_scatter_block.+ring scan.+linear scatter.+linear scatterv.+linear)
      string(APPEND all_served "  ${served}[^\n]*\n")
    endforeach()
    string(REPLACE ".+" "[^\n]+" all_served "${all_served}")
    add_mpich_test(dropin_large_counts 0 "share\n${all_served}$" $<TARGET_FILE:dropin_large_counts> COLLSIM_ALLGATHER ring COLLSIM_ALLGATHERV ring
      COLLSIM_ALLREDUCE rabenseifner COLLSIM_ALLTOALL pairwise COLLSIM_ALLTOALLV pairwise COLLSIM_BCAST binomial COLLSIM_EXSCAN linear
      COLLSIM_GATHER linear COLLSIM_GATHERV linear COLLSIM_REDUCE binomial COLLSIM_REDUCE_SCATTER ring COLLSIM_REDUCE_SCATTER_BLOCK ring
      COLLSIM_SCAN linear COLLSIM_SCATTER linear COLLSIM_SCATTERV linear COLLSIM_REPORT 1)
  endif()
  if(has_sessions_mpich)
    add_executable(dropin_sessions ${testing}/sessions.cpp)
    target_link_libraries(dropin_sessions PRIVATE mpi_mpich)
    add_mpich_test(dropin_sessions 0 "collsim: calls of all 3 ranks, [^\n]*\n[^\n]*\n  allreduce +rabenseifner[^\n]* +12 +48 " $<TARGET_FILE:dropin_sessions>
                   COLLSIM_ALLREDUCE rabenseifner COLLSIM_REPORT 1)
    add_mpich_test(dropin_sessions_alone 0 "collsim: no session's communicator has all ranks" "$<TARGET_FILE:dropin_sessions>;alone"
                   COLLSIM_ALLREDUCE rabenseifner)
    # One rank: of several that abort at once, the launcher may give the code of one that it killed itself.
    set(ranks 1)
    add_mpich_test(dropin_sessions_wrong 2 "collsim: COLLSIM_ALLREDUCE: unknown algorithm 'rng'" "$<TARGET_FILE:dropin_sessions>;alone"
                   COLLSIM_ALLREDUCE rng)
    set(ranks 3)
  endif()
  set(preloaded $<TARGET_FILE:dropin_tool_mpich>:$<TARGET_FILE:collsim_mpich>)
  add_mpich_test(dropin_mpich_tool_before 0 "tool: 1 initialised, 3 allreduces\n${past}by [^\n]*dropin_tool[^\n]*\n" ${program}
                 COLLSIM_ALLREDUCE nonsense)
  set(preloaded $<TARGET_FILE:collsim_mpich>:$<TARGET_FILE:dropin_tool_mpich>)
  add_mpich_test(dropin_mpich_tool_behind 0 "allreduce +rabenseifner[^\n]* +9 .*tool: 1 initialised, 0 allreduces\n" ${program}
                 COLLSIM_ALLREDUCE rabenseifner COLLSIM_REPORT 1)
else()
  add_test(NAME dropin_mpich COMMAND ${CMAKE_COMMAND} -E echo "skipped: needs MPICH beside the MPI that is measured")
  set_tests_properties(dropin_mpich PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped")
endif()

# The same programs in simulation.
set(hosts ${CMAKE_CURRENT_BINARY_DIR}/dropin_hosts)
file(WRITE ${hosts} "node-0\nnode-1\nnode-2\nnode-3\n")
foreach(name columns program unusual results_program)
  set(program ${CMAKE_CURRENT_BINARY_DIR}/dropin_${name}_smpi)
  add_custom_command(OUTPUT ${program} DEPENDS ${testing}/${name}.cpp collsim_smpi ${PROJECT_BINARY_DIR}/collsim_smpi.o VERBATIM
    COMMAND ${smpicxx} -Wl,-Bsymbolic-functions -I ${PROJECT_SOURCE_DIR} -I ${PROJECT_SOURCE_DIR}/src -o ${program} ${testing}/${name}.cpp ${PROJECT_BINARY_DIR}/collsim_smpi.o)
  list(APPEND programs ${program})
endforeach()
add_custom_target(dropin_programs ALL DEPENDS ${programs})
set(platform ${PROJECT_SOURCE_DIR}/platforms/star.xml)
# add_dropin_smpi_test(name code pattern program VARIABLE=value...): its exit code, and what is printed.
function(add_dropin_smpi_test name code pattern program)
  set(command ${smpirun} -quiet -np 4 -hostfile ${hosts} -platform ${platform} ${smpi_options} ${CMAKE_CURRENT_BINARY_DIR}/${program})
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} "-DCOMMAND=${CMAKE_COMMAND};-E;env;${ARGN};${command}" -DCODE=${code}
                                "-DPATTERN=${pattern}" -P ${PROJECT_SOURCE_DIR}/tests/programs/collrun.cmake)
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()
string(SUBSTRING "${report}" 1 -1 report)  # SimGrid has its word first
add_dropin_smpi_test(dropin_smpi 0 "${report}" dropin_program_smpi ${settings})
add_dropin_smpi_test(dropin_smpi_wrong 2 "collsim: COLLSIM_ALLREDUCE: unknown algorithm 'rng'" dropin_program_smpi COLLSIM_ALLREDUCE=rng)
add_dropin_smpi_test(dropin_smpi_error 1 "collsim: rank 1: bcast/binomial: MPI_Recv failed: MPI_ERR_TRUNCATE\n"
                     "dropin_unusual_smpi;mismatch" COLLSIM_BCAST=binomial)
# Alone, where neither computing nor a look at the clock takes time: shares of none.
add_test(NAME dropin_smpi_alone COMMAND ${CMAKE_COMMAND}
  "-DCOMMAND=${CMAKE_COMMAND};-E;env;COLLSIM_REPORT=1;${smpirun};-quiet;-np;1;-hostfile;${hosts};-platform;${platform};--cfg=smpi/simulate-computation:no;--cfg=smpi/wtime:0;${CMAKE_CURRENT_BINARY_DIR}/dropin_program_smpi"
  -DCODE=0 "-DPATTERN=allreduce +library: no rule +3 +40 +0.000000 +0.0 %" -P ${PROJECT_SOURCE_DIR}/tests/programs/collrun.cmake)
# As without the drop-in: SMPI says that MPI_Finalize is missing, and ends well.
add_dropin_smpi_test(dropin_smpi_end_early 0 "MPI_Finalize" "dropin_unusual_smpi;end_early" COLLSIM_ALLREDUCE=ring COLLSIM_REPORT=1)
# Two ranks on each host, on whatever communicator.
set(hosts ${CMAKE_CURRENT_BINARY_DIR}/dropin_shared_hosts)
file(WRITE ${hosts} "node-0\nnode-0\nnode-1\nnode-1\n")
add_dropin_smpi_test(dropin_smpi_nodes 0
  "allreduce +hierarchical.inter=ring.segment_bytes=8192..levels=node.result=copy.senders=2.written=0. +12 .*bcast +library: hierarchical: 3 senders are more than the ranks of a node, of which one has [12]; right would be at most that +40 "
  dropin_program_smpi "COLLSIM_ALLREDUCE=hierarchical(inter=ring(segment_bytes=8192),senders=2)" COLLSIM_BCAST=hierarchical:senders=3 COLLSIM_REPORT=1)
add_dropin_smpi_test(dropin_smpi_columns 0 "${columns_report}" dropin_columns_smpi ${hierarchical})
add_dropin_smpi_test(dropin_smpi_results 0
  "allgather +hierarchical.inter=ring.levels=node.result=cow[^\n]* +8 .*allreduce +hierarchical[^\n]*result=copy[^\n]* +4 .*allreduce +hierarchical[^\n]*result=shared[^\n]* +8 .*bcast +hierarchical[^\n]*result=shared"
  dropin_results_program_smpi COLLSIM_ALLREDUCE=hierarchical COLLSIM_BCAST=hierarchical COLLSIM_ALLGATHER=hierarchical COLLSIM_REPORT=1)
# One host whose ranks see a flag a millisecond late. In a barrier each sees two of others, and then three that of the one
# that would send to other hosts: 11 ms in all.
set(hosts ${CMAKE_CURRENT_BINARY_DIR}/dropin_one_host)
file(WRITE ${hosts} "node-0\nnode-0\nnode-0\nnode-0\n")
file(READ ${platform} xml)
set(platform ${CMAKE_CURRENT_BINARY_DIR}/dropin_flags.xml)
string(REPLACE "id=\"flag.latency\" value=\"0s\"" "id=\"flag.latency\" value=\"1ms\"" xml "${xml}")
file(WRITE ${platform} "${xml}")
set(smpi_options --cfg=smpi/simulate-computation:no --cfg=smpi/wtime:0)
add_dropin_smpi_test(dropin_smpi_flags 0 "barrier +hierarchical.inter=dissemination.levels=node. +4 +0 +0.011[0-9][0-9][0-9] "
  dropin_program_smpi COLLSIM_BARRIER=hierarchical COLLSIM_REPORT=1)

# A public program; every program, every algorithm: src/dropin/real_programs.py without --programs, --rounds and --ranks.
add_test(NAME real_programs COMMAND ${PROJECT_SOURCE_DIR}/src/dropin/real_programs.py ${PROJECT_BINARY_DIR} --programs mpi4py --rounds 1 --ranks 3)
# Ranks that poll leave no core to others.
set_tests_properties(real_programs PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 PROCESSORS ${all_slots})
