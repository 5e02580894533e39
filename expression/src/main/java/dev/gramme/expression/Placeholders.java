package dev.gramme.expression;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeNames;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names and values of one request, to which its expressions refer by {@code #name} and {@code
 * :value}. It records which of them are used, because the service rejects unused ones. An instance
 * is used for one request by one thread.
 */
public final class Placeholders {
  private static final String NAMES = "ExpressionAttributeNames";
  private static final String VALUES = "ExpressionAttributeValues";

  private final Map<String, String> names;
  private final Map<String, AttributeValue> values;
  private final Wording wording;
  private final Set<String> used = new HashSet<>();

  /** Placeholders with the classic wording of error messages. */
  public Placeholders(Map<String, String> names, Map<String, AttributeValue> values) {
    this(names, values, Wording.CLASSIC);
  }

  /** Placeholders. Either map may be empty. The maps are not copied. */
  public Placeholders(
      Map<String, String> names, Map<String, AttributeValue> values, Wording wording) {
    this.names = names;
    this.values = values;
    this.wording = wording;
  }

  /** No placeholders at all. */
  public static Placeholders none() {
    return new Placeholders(Map.of(), Map.of());
  }

  /**
   * Checks the names of a request.
   *
   * @throws ApiError a ValidationException if the map is empty, a key is malformed, or a name is
   *     empty or too large
   */
  public static void checkNames(Map<String, String> names) {
    checkNotEmpty(names.isEmpty(), NAMES);
    for (var entry : names.entrySet()) {
      checkKey(entry.getKey(), '#', NAMES);
      if (entry.getValue().isEmpty()) {
        throw ApiError.validation(
            NAMES + " contains invalid value: Empty attribute name for key " + entry.getKey());
      }
      AttributeNames.check(entry.getValue());
    }
  }

  /**
   * Checks the keys of the values of a request.
   *
   * @throws ApiError a ValidationException if there are no keys or a key is malformed
   */
  public static void checkValueKeys(Collection<String> keys) {
    checkNotEmpty(keys.isEmpty(), VALUES);
    for (String key : keys) {
      checkKey(key, ':', VALUES);
    }
  }

  /**
   * The error for an invalid value.
   *
   * @param key the placeholder
   * @param fault the error text of the value
   */
  public static ApiError invalidValue(String key, String fault) {
    return ApiError.validation(VALUES + " contains invalid value: " + fault + " for key " + key);
  }

  /**
   * Checks that the expressions bound so far use every name and every value.
   *
   * @throws ApiError a ValidationException that lists the unused names, else the unused values
   */
  public void checkAllUsed() {
    if (used.size() < names.size() + values.size()) {
      checkAllUsed(names.keySet(), NAMES);
      checkAllUsed(values.keySet(), VALUES);
    }
  }

  /** The wording of error messages about these expressions. */
  Wording wording() {
    return wording;
  }

  /** The attribute name for a {@code #name}, null if it is not defined. */
  @Nullable String name(String placeholder) {
    String name = names.get(placeholder);
    if (name != null) {
      used.add(placeholder);
    }
    return name;
  }

  /** The value for a {@code :value}, null if it is not defined. */
  @Nullable AttributeValue value(String placeholder) {
    AttributeValue value = values.get(placeholder);
    if (value != null) {
      used.add(placeholder);
    }
    return value;
  }

  private void checkAllUsed(Set<String> keys, String parameter) {
    // The service lists them in the iteration order of a Java HashSet.
    var unused = new HashSet<>(keys);
    unused.removeAll(used);
    if (!unused.isEmpty()) {
      throw ApiError.validation(
          "Value provided in "
              + parameter
              + " unused in expressions: keys: {"
              + join(unused)
              + "}");
    }
  }

  /**
   * The keys, separated by commas. The list is truncated when it is too long for an error message.
   */
  private static String join(Set<String> keys) {
    var list = new StringBuilder();
    for (String key : keys) {
      if (list.length() > ExpressionLimits.MAX_LISTED_CHARACTERS) {
        break;
      }
      list.append(list.isEmpty() ? "" : ", ").append(key);
    }
    return list.toString();
  }

  private static void checkNotEmpty(boolean empty, String parameter) {
    if (empty) {
      throw ApiError.validation(parameter + " must not be empty");
    }
  }

  private static String truncate(String key) {
    return key.length() > ExpressionLimits.MAX_LISTED_CHARACTERS
        ? key.substring(0, ExpressionLimits.MAX_LISTED_CHARACTERS)
        : key;
  }

  private static void checkKey(String key, char sign, String parameter) {
    if (key.length() < 2 || key.charAt(0) != sign || Tokens.wordEnd(key, 1) != key.length()) {
      throw ApiError.validation(
          parameter + " contains invalid key: Syntax error; key: \"" + truncate(key) + "\"");
    }
    int size = Utf8.length(key);
    if (size > ExpressionLimits.MAX_PLACEHOLDER_BYTES) {
      throw ApiError.validation(
          parameter
              + " contains invalid key: The expression attribute map contains a key that is too"
              + " long; size of key: "
              + size);
    }
  }
}
