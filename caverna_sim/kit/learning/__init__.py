"""Better weights and judgement for bots: nets and how they are taught, tuning, checkpoints to go on from."""
