package dev.gramme.toolkit.library;

import dev.gramme.toolkit.Entity;

/** A work of an author. */
@Entity(pk = "SHELF#{shelf}", sk = "AUTHOR#{name}#WORK#{title}")
public record Work(String shelf, String name, String title) implements Written {}
