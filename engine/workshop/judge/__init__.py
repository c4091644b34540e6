"""Judges the judge of students' programs: by published slips, right programs, and mutants with a known truth."""
