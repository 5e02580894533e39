package dev.gramme.toolkit.library;

import dev.gramme.toolkit.Entity;

/** An author. Its key begins like those of the works. */
@Entity(pk = "SHELF#{shelf}", sk = "AUTHOR#{name}")
public record Author(String shelf, String name) implements Written {}
