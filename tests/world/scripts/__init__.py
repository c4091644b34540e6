"""Tells what people and foes do, scene by scene."""
