package dev.gramme.api.importtable;

import dev.gramme.api.backup.InvalidRequest;
import dev.gramme.api.importtable.ImportTableShape.Csv;
import dev.gramme.api.importtable.ImportTableShape.FormatOptions;
import dev.gramme.model.ApiError;
import dev.gramme.wire.Structure;
import java.util.HashSet;
import java.util.List;

/** The rules that ImportTable applies after its constraints, except those of the table. */
final class ImportTableRules {
  private ImportTableRules() {}

  /** Checks the options of the format. The text for a duplicate column is Gramme's own. */
  static void check(Structure input) {
    Structure options = input.get(ImportTableShape.FORMAT_OPTIONS);
    Structure csv = options == null ? null : options.get(FormatOptions.CSV);
    if (csv == null) {
      return;
    }
    String format = input.require(ImportTableShape.FORMAT);
    if (!format.equals("CSV")) {
      throw InvalidRequest.of(
          "Unsupported InputFormatOptions for the given input format: " + format + ".");
    }
    List<String> header = csv.getOrDefault(Csv.HEADER, List.of());
    if (new HashSet<>(header).size() < header.size()) {
      throw ApiError.validation("HeaderList must not contain duplicates");
    }
  }
}
