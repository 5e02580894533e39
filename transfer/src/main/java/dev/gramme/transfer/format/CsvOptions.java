package dev.gramme.transfer.format;

import java.util.List;

/**
 * The layout of CSV.
 *
 * @param delimiter one of comma, semicolon, colon, bar, tab and space
 * @param header the names of the columns; empty if the first row contains them
 */
public record CsvOptions(char delimiter, List<String> header) {
  /** Commas, and a header in the first row. */
  public static final CsvOptions DEFAULT = new CsvOptions(',', List.of());

  public CsvOptions {
    header = List.copyOf(header);
  }
}
