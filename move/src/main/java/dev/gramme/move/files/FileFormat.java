package dev.gramme.move.files;

import dev.gramme.move.CommandException;
import dev.gramme.transfer.format.Compression;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The formats of files, and how they follow from a file's name. */
enum FileFormat {
  DYNAMODB_JSON("dynamodb-json", ".json", ".jsonl", ".ndjson"),
  ION("ion", ".ion"),
  CSV("csv", ".csv", ".tsv"),
  PARQUET("parquet", ".parquet");

  private final String text;

  /** The endings of file names, separated by spaces. */
  private final String endings;

  FileFormat(String text, String... endings) {
    this.text = text;
    this.endings = String.join(" ", endings);
  }

  private boolean isEndingOf(String fileName) {
    return Arrays.stream(endings.split(" ")).anyMatch(fileName::endsWith);
  }

  /** The format with the given name, or else the one that the file's name ends with. */
  static FileFormat of(Optional<String> named, String fileName) throws CommandException {
    if (named.isPresent()) {
      return Arrays.stream(values())
          .filter(each -> each.text.equals(named.get()))
          .findFirst()
          .orElseThrow(() ->
              CommandException.misused(
                  "--format is \"%s\", but must be one of %s".formatted(named.get(), names())));
    }
    String plain = plain(fileName);
    return Arrays.stream(values())
        .filter(each -> each.isEndingOf(plain))
        .findFirst()
        .orElseThrow(() ->
            CommandException.misused(
                "the format of %s is unknown: give --format, one of %s"
                    .formatted(fileName, names())));
  }

  private static String names() {
    return Arrays.stream(values()).map(each -> each.text).collect(Collectors.joining(", "));
  }

  /** The delimiter of a file, a tab if its name ends with {@code .tsv}. */
  static char delimiter(String fileName) {
    return plain(fileName).endsWith(".tsv") ? '\t' : ',';
  }

  /** The compression that a file's name ends with. */
  static Compression compression(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    return name.endsWith(".gz")
        ? Compression.GZIP
        : name.endsWith(".zst") ? Compression.ZSTD : Compression.NONE;
  }

  private static String plain(String fileName) {
    return fileName.toLowerCase(Locale.ROOT).replaceAll("\\.(gz|zst)$", "");
  }
}
