"""What people see of Neanderthal: commands, the two rows and seats in the terminal, pages of games."""
