package dev.gramme.transfer.format;

/**
 * The error texts for records that are not valid items. The service's own texts are unknown (2026).
 */
final class RecordTexts {
  static final String TOO_LONG = "The record is longer than any item can be";
  static final String TOO_DEEP =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
          + " beyond supported limit";

  private RecordTexts() {}
}
