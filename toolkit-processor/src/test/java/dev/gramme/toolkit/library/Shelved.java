package dev.gramme.toolkit.library;

/** What is on a shelf. */
public sealed interface Shelved permits Book, Label {}
