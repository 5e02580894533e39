package dev.gramme.engine.write;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** Checks the size of items and the nesting depth of their documents. */
public final class ItemRules {
  private static final String PUT_TOO_LARGE = "Item size has exceeded the maximum allowed size";
  private static final String UPDATE_TOO_LARGE =
      "Item size to update has exceeded the maximum allowed size";
  private static final String STATEMENT_TOO_DEEP = "Nesting Levels have exceeded supported limits";
  private static final String TOO_DEEP =
      STATEMENT_TOO_DEEP + ": Attributes in the item have nested levels beyond supported limit";

  private ItemRules() {}

  /** Checks the size of an item to be put. */
  public static void checkPutSize(Item item) {
    if (item.sizeBytes() > Limits.ITEM_BYTES) {
      throw ApiError.validation(PUT_TOO_LARGE);
    }
  }

  /**
   * Checks how deep the documents of an item nest that a statement makes; the text is shorter than
   * that of other writes (September 2026).
   */
  public static void checkStatementDepth(Item item) {
    checkDepth(item, STATEMENT_TOO_DEEP);
  }

  private static void checkDepth(Item item, String text) {
    if (isDeeper(item, Limits.NESTING_LEVELS)) {
      throw ApiError.validation(text);
    }
  }

  /** Checks and returns the item after an update. */
  static Item checkUpdated(
      TableDefinition table, WriteAction.Change change, @Nullable Item before, Item after) {
    KeyRules.checkIndexKeys(table, after, change.update(), before);
    VectorRules.check(table, after, before);
    if (after.sizeBytes() > Limits.ITEM_BYTES) {
      throw ApiError.validation(UPDATE_TOO_LARGE);
    }
    checkDepth(after, change.update().isStatement() ? STATEMENT_TOO_DEEP : TOO_DEEP);
    return after;
  }

  private static boolean isDeeper(Item item, int levels) {
    for (AttributeValue value : item.attributes().values()) {
      if (isDeeper(value, levels)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDeeper(AttributeValue value, int levels) {
    return switch (value) {
      case AttributeValue.M map -> levels == 0 || isDeeper(map.entries(), levels - 1);
      case AttributeValue.L list -> {
        if (levels == 0) {
          yield true;
        }
        for (AttributeValue element : list.elements()) {
          if (isDeeper(element, levels - 1)) {
            yield true;
          }
        }
        yield false;
      }
      case AttributeValue.S s -> false;
      case AttributeValue.N n -> false;
      case AttributeValue.B b -> false;
      case AttributeValue.Bool bool -> false;
      case AttributeValue.Null nothing -> false;
      case AttributeValue.SS set -> false;
      case AttributeValue.NS set -> false;
      case AttributeValue.BS set -> false;
    };
  }
}
