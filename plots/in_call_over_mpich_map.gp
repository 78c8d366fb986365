# How many times less ranks spend inside imbalance-tolerant collectives than inside the flat algorithms that MPICH chooses, by size and
# arrival: speedup_map.gp over that portfolio.
baseline = "portfolio"
only = "imbalance_tolerant"
call "speedup_map.gp" ARG1 ARG2 ARG3 ARG4 derived
