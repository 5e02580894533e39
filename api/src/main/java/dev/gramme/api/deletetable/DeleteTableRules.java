package dev.gramme.api.deletetable;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import java.util.ArrayList;

/** The rules of DeleteTable. */
final class DeleteTableRules {

  private DeleteTableRules() {}

  static void check(TableDefinition table) {
    if (table.deletionProtected()) {
      throw ApiError.validation(
          "Resource cannot be deleted as it is currently protected against deletion. Disable"
              + " deletion protection first.");
    }
    var states = new ArrayList<GlobalIndex.Status>();
    table.globalIndexes().forEach(index -> states.add(index.status()));
    table.vectorIndexes().forEach(index -> states.add(index.status()));
    for (GlobalIndex.Status state : states) {
      if (state != GlobalIndex.Status.ACTIVE) {
        throw ApiError.of(
            ErrorType.RESOURCE_IN_USE,
            "Attempt to change a resource which is still in use: Cannot delete table while indexes"
                + " are being created, updated, or deleted.");
      }
    }
  }
}
