package dev.gramme.transfer.format;

/** The formats of exported items. */
public enum OutputFormat {
  DYNAMODB_JSON(".json"),
  ION(".ion");

  private final String extension;

  OutputFormat(String extension) {
    this.extension = extension;
  }

  /** The file extension of uncompressed files. */
  public String extension() {
    return extension;
  }

  /** Creates an encoder for this format, to be used by one thread. */
  public LineEncoder encoder() {
    return switch (this) {
      case DYNAMODB_JSON -> new JsonEncoder();
      case ION -> new IonEncoder();
    };
  }
}
