# How many times faster than those that MPICH chooses where it knows of nodes: speedup.gp over that portfolio.
baseline = "portfolio(rules=mpich-3-smp)"
call "speedup.gp" ARG1 ARG2 ARG3 ARG4
