"""What the box says: tables of numbers without logic, and the catalog that reads them."""
