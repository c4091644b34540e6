"""Judges the judge of students' programs: by published slips, right programs, and mutants whose truth all small trees
tell."""
