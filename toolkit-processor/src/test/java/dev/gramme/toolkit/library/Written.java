package dev.gramme.toolkit.library;

/** An author or a work. */
public sealed interface Written permits Author, Work {}
