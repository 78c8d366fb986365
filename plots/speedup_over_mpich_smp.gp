# How many times faster than those that MPICH chooses where it knows of nodes: speedup.gp over that portfolio.
baseline = "portfolio(rules=mpich_smp)"
call "speedup.gp" ARG1 ARG2 ARG3 ARG4
