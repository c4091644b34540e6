"""Changes a program where it may have a slip. A change is told only after the changed program is right."""
