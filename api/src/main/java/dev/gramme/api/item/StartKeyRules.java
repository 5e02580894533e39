package dev.gramme.api.item;

import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.expression.KeyRange;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import dev.gramme.model.KeySchema;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Wording;
import dev.gramme.wire.ValueFault;
import dev.gramme.wire.WireItem;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@code ExclusiveStartKey}: it must be a key of the table, and of the index if one is
 * read, within the range.
 */
public final class StartKeyRules {
  private static final String INVALID = "The provided starting key is invalid";

  private StartKeyRules() {}

  /**
   * The start key of a request; most errors of its values get the prefix for an invalid start key.
   */
  public static Item key(WireItem start, Wording wording) {
    var fault = start.firstFault();
    if (fault.isEmpty()) {
      return start.valid();
    }
    String text = fault.get().text(wording);
    throw ApiError.validation(isPrefixed(fault.get()) ? INVALID + ": " + text : text);
  }

  /** Errors about numbers, also those in sets, and about duplicates do not get the prefix. */
  private static boolean isPrefixed(ValueFault fault) {
    return switch (fault.kind()) {
      case NUMBER, DUPLICATES -> false;
      case EMPTY_SET -> fault != ValueFault.EMPTY_NS;
      case NULL, NESTING, DATATYPES -> true;
    };
  }

  /** The row key after which a query starts. */
  public static byte[] rowOfQuery(
      TableDefinition table,
      @Nullable SecondaryIndex index,
      KeyRange range,
      RowRange rows,
      Item start) {
    checkCount(table, index, start);
    if (index == null) {
      if (!table.key().isIn(start)) {
        throw ApiError.validation(KeyRules.MISMATCH);
      }
    } else {
      checkTypes(index.key(), start, KeyRules.MISMATCH);
      checkTypes(table.key(), start, INVALID + ": " + KeyRules.MISMATCH);
    }
    checkValues(table, start);
    if (index == null && table.key().range().isEmpty()) {
      // Even the key from the previous page is refused, because no item can follow it (November
      // 2026).
      throw ApiError.validation(
          "The provided exclusive start key is invalid: ExclusiveStartKey: " + shown(start));
    }
    KeySchema key = index == null ? table.key() : index.key();
    byte[] row = RowRange.row(table, index, start);
    if (!rows.contains(row)) {
      throw outside(key, range, start);
    }
    return row;
  }

  private static ApiError outside(KeySchema key, KeyRange range, Item start) {
    boolean samePartition = true;
    for (int i = 0; i < key.hash().size(); i++) {
      samePartition &= range.hash().get(i).equals(start.get(key.hash().get(i).name()));
    }
    if (samePartition) {
      return ApiError.validation(
          "The provided starting key does not match the range key predicate");
    }
    boolean oneRow =
        !key.range().isEmpty()
            && range.last() == null
            && range.range().size() == key.range().size();
    return ApiError.validation(
        oneRow
            ? "The query can return at most one row and cannot be restarted"
            : "The provided starting key is outside query boundaries based on provided"
                + " conditions");
  }

  /** The row key after which a scan starts. */
  public static byte[] rowOfScan(
      TableDefinition table,
      @Nullable SecondaryIndex index,
      RowRange rows,
      int segment,
      int totalSegments,
      Item start) {
    if (index == null) {
      if (!isKeyOf(table, start)) {
        throw ApiError.validation(INVALID + ": " + KeyRules.MISMATCH);
      }
    } else if (start.size() != names(table, index).size()
        || !index.key().isIn(start)
        || !table.key().isIn(start)) {
      throw ApiError.validation(INVALID);
    }
    checkValues(table, start);
    byte[] row = RowRange.row(table, index, start);
    if (!rows.contains(row)) {
      throw ApiError.validation(
          INVALID
              + ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment."
              + " TotalSegments: "
              + totalSegments
              + " Segment: "
              + segment);
    }
    return row;
  }

  /** Empty or too long key values are reported as an invalid start key (uncertain, 2026). */
  private static void checkValues(TableDefinition table, Item start) {
    try {
      KeyRules.checkValues(table.key(), start);
    } catch (ApiError malformed) {
      throw malformed.withText(INVALID + ": " + malformed.text().orElse(""));
    }
  }

  private static boolean isKeyOf(TableDefinition table, Item start) {
    return start.size() == table.key().names().size() && table.key().isIn(start);
  }

  private static void checkCount(
      TableDefinition table, @Nullable SecondaryIndex index, Item start) {
    Set<String> names = names(table, index);
    if (start.size() != names.size() || !containsKeys(index, start)) {
      throw ApiError.validation(INVALID);
    }
  }

  private static boolean containsKeys(@Nullable SecondaryIndex index, Item start) {
    return index == null || index.key().names().stream().allMatch(start::has);
  }

  private static void checkTypes(KeySchema key, Item start, String text) {
    if (!key.isIn(start)) {
      throw ApiError.validation(text);
    }
  }

  private static Set<String> names(TableDefinition table, @Nullable SecondaryIndex index) {
    var names = new LinkedHashSet<>(table.key().names());
    if (index != null) {
      names.addAll(index.key().names());
    }
    return names;
  }

  /** Formats a key as the service does in these messages: {@code {p=AttributeValue: {S:x}}}. */
  private static String shown(Item key) {
    var text = new StringBuilder("{");
    for (var attribute : key.attributes().entrySet()) {
      if (text.length() > 1) {
        text.append(", ");
      }
      text.append(attribute.getKey()).append("=AttributeValue: {");
      text.append(attribute.getValue().type()).append(':');
      text.append(shown(attribute.getValue())).append('}');
    }
    return text.append('}').toString();
  }

  private static String shown(AttributeValue value) {
    return switch (value) {
      case AttributeValue.S s -> s.value();
      case AttributeValue.N n -> n.value().toPlainString();
      case AttributeValue.B b -> b.value().toBase64();
      default -> value.toString();
    };
  }
}
