# Installs BUILD below WORK, builds the example in EXAMPLE against that, and loads it into the installed programs.
# MPIRUN starts 4 ranks.
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
expect(0 "" ${CMAKE_COMMAND} -E env DESTDIR=${WORK} ${CMAKE_COMMAND} --install ${BUILD} --prefix /prefix)

set(configure ${CMAKE_COMMAND} -G Ninja -D CMAKE_CXX_VISIBILITY_PRESET=hidden -D CMAKE_VISIBILITY_INLINES_HIDDEN=ON -D CMAKE_PREFIX_PATH=${prefix} -D EXAMPLE=${EXAMPLE})
set(example ${WORK}/example)
set(refused ${WORK}/refused)
expect(0 "" ${configure} -S ${EXAMPLE} -B ${example})
expect(0 "" ${configure} -S ${CMAKE_CURRENT_LIST_DIR}/plugins -B ${refused})
expect(0 "" ${CMAKE_COMMAND} --build ${example})
expect(0 "frame size of [0-9]+ bytes is larger than 16384" ${CMAKE_COMMAND} --build ${refused})

set(collsim ${prefix}/bin/collsim)
set(plugin --plugin ${example}/libone_by_one.so)
set(asked quickstart --collective bcast --algorithms one_by_one --processes 3,4 --bytes 8,64K)
set(question ${asked} --results ${WORK}/results)
set(measure ${MPIRUN} ${prefix}/bin/collrun ${question})

expect(0 "${prefix}/share/collsim/platforms/star.xml" ${collsim} show star)
expect(0 "bcast/one_by_one +an example of collsim" ${collsim} list algorithms ${plugin})
expect(0 "(p - 1).*plug-in +SHA-256 [0-9a-f]+" ${collsim} show bcast/one_by_one ${plugin})
# 3 messages of 1 us + (65536 + 16) B / (1 GB/s), simulated with data that is checked, and by its cost.
expect(0 "smpi +4 +64 KiB +199.7 us .*model +4 +64 KiB +199.7 us .*8 points: 8 computed"
       ${collsim} run ${question} --backend smpi,model ${plugin})
expect(0 "8 points: 0 computed, 8 found" ${collsim} run ${question} --backend smpi,model ${plugin})
# The same time by the fast engine, from the same library.
expect(0 "fast +4 +64 KiB +199.7 us .*8 points: 4 computed, 4 found"
       ${collsim} run ${question} --backend smpi,fast --network hockney ${plugin})
expect(0 "8 points: 0 computed, 8 found"
       ${collsim} run ${question} --backend smpi,fast --network hockney ${plugin})
expect(0 "4 points: 4 computed" ${measure} ${plugin})
expect(0 "12 points: 0 computed, 12 found" ${collsim} run ${question} --backend smpi,model,native ${plugin})

# Measured by the program itself, which hands the plug-in on.
list(JOIN MPIRUN " " launch)
expect(0 "native +4 +64 KiB .*4 points: 0 computed, 4 found"
       ${collsim} run ${asked} --results ${WORK}/launched --backend native --launch ${launch} --launches 1 ${plugin})

# A stack that is too small fails the points of its algorithm only; where it is large enough they are answered.
set(deep --plugin ${refused}/libdeep.so)
expect(1 "one_by_one +fast [^\n]*failed: exit code 2: rank [0-9]+ needs.*binomial +fast [^\n]*ok\n.*1 of 2 points has no answer: 1 failed: exit code 2: rank [0-9]+ needs more than its stack of [0-9]+ KiB;[ \n]+backend smpi has 8 MiB"
       ${collsim} run quickstart --collective bcast --algorithms one_by_one,binomial --processes 4 --bytes 8
       --backend fast --results ${WORK}/deep ${deep})
expect(0 "1 computed" ${collsim} run quickstart --collective bcast --algorithms one_by_one --processes 4 --bytes 8
       --backend smpi --results ${WORK}/deep ${deep})

# One that ends its process as if all were well fails its points only.
set(quitting --plugin ${refused}/libquitting.so)
expect(1 "one_by_one +smpi [^\n]*failed: killed by signal 6.*one_by_one +fast [^\n]*failed: ended with exit code 0.*binomial +fast [^\n]*ok\n.*2 of 4 points have no answer: "
       ${collsim} run quickstart --collective bcast --algorithms one_by_one,binomial --processes 4 --bytes 8
       --backend smpi,fast --results ${WORK}/quitting ${quitting})

function(refuse pattern)
  expect(2 "^coll(sim|run): [^\n]*${pattern}[^\n]*\n$" ${ARGN})
endfunction()
refuse("unknown algorithm 'one_by_one'" ${collsim} run ${question})
refuse("is no whole library" ${collsim} list algorithms --plugin ${EXAMPLE}/one_by_one.cpp)
refuse("no such file" ${collsim} list algorithms --plugin nowhere.so)
refuse("registers no further algorithm" ${collsim} list algorithms --plugin ${refused}/libnothing.so)
refuse("cannot be loaded: [^\n]*missing" ${collsim} list algorithms --plugin ${refused}/liblacking.so)
refuse("called bcast/binomial, but there is one" ${collsim} list algorithms --plugin ${refused}/libtaken.so)
refuse("registers no further algorithm" ${collsim} list algorithms ${plugin} ${plugin})
