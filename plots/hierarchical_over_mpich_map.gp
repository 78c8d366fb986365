# How many times faster hierarchical algorithms are than the flat ones that MPICH chooses: speedup_map.gp over that portfolio.
baseline = "portfolio"
only = "hierarchical"
call "speedup_map.gp" ARG1 ARG2 ARG3 ARG4
