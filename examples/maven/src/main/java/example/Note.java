package example;

import dev.gramme.toolkit.Entity;

/** A note for those who work at a desk. */
@Entity(pk = "DESK#{desk}", sk = "NOTE#{number:6}")
public record Note(String desk, int number, String text) implements Entry {}
