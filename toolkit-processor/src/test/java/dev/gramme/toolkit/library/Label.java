package dev.gramme.toolkit.library;

import dev.gramme.toolkit.Entity;

/** A label on a shelf. */
@Entity(pk = "SHELF#{shelf}", sk = "LABEL#{name}")
public record Label(String shelf, String name) implements Shelved {}
