"""What people see of Agricola: farms, rules and games in the terminal and on pages."""
