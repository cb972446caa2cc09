"""What bots that have learned, look ahead and search are built from; each game brings what they see and how it is played."""
