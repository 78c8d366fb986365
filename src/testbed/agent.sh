#!/bin/sh
# Starts the command of Open MPI's launcher on a host of the testbed, as ssh does on a machine: arguments are a name and
# what a shell there is to read. COLLSIM_TESTBED is the prefix of the hosts' namespaces.
host=$1
shift
exec ip netns exec "$COLLSIM_TESTBED.$host" unshare --uts sh -c "hostname $host && $*"
