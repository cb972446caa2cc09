"""What happens on a farm: fences, fields, rooms, animals, food, points."""
