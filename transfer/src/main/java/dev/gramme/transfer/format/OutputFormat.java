package dev.gramme.transfer.format;

/** The formats in which items are exported. */
public enum OutputFormat {
  DYNAMODB_JSON(".json"),
  ION(".ion");

  private final String extension;

  OutputFormat(String extension) {
    this.extension = extension;
  }

  /** What the names of uncompressed files end with. */
  public String extension() {
    return extension;
  }

  /** Makes lines of this format; of use to one thread. */
  public LineEncoder encoder() {
    return switch (this) {
      case DYNAMODB_JSON -> new JsonEncoder();
      case ION -> new IonEncoder();
    };
  }
}
