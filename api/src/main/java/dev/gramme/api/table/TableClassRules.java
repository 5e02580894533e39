package dev.gramme.api.table;

import dev.gramme.model.ApiError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of TableClass. */
public final class TableClassRules {
  private static final List<String> CLASSES = List.of("STANDARD", "STANDARD_INFREQUENT_ACCESS");

  private TableClassRules() {}

  /** Checks that the class is absent or one of the existing classes. */
  public static void check(@Nullable String tableClass) {
    if (tableClass != null && !CLASSES.contains(tableClass)) {
      throw ApiError.validation(
          "Invalid table-class parameter provided. Please try again with a valid table-class value:"
              + " "
              + CLASSES
              + ".");
    }
  }
}
