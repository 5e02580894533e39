package dev.gramme.api.importtable;

import dev.gramme.api.importtable.ImportTableShape.Csv;
import dev.gramme.api.importtable.ImportTableShape.FormatOptions;
import dev.gramme.model.ApiError;
import dev.gramme.wire.Structure;
import java.util.HashSet;
import java.util.List;

/** The rules of ImportTable behind its constraints, but those of the table. */
final class ImportTableRules {
  private ImportTableRules() {}

  /** Checks the options of the format. The service's texts are not known (November 2026). */
  static void check(Structure input) {
    Structure options = input.get(ImportTableShape.FORMAT_OPTIONS);
    Structure csv = options == null ? null : options.get(FormatOptions.CSV);
    if (csv == null) {
      return;
    }
    if (!input.require(ImportTableShape.FORMAT).equals("CSV")) {
      throw ApiError.validation("CSV options can only be specified when InputFormat is CSV");
    }
    List<String> header = csv.getOrDefault(Csv.HEADER, List.of());
    if (new HashSet<>(header).size() < header.size()) {
      throw ApiError.validation("HeaderList must not contain duplicates");
    }
  }
}
