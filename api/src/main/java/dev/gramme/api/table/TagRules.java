package dev.gramme.api.table;

import dev.gramme.api.table.TableShapes.Tag;
import dev.gramme.model.ApiError;
import dev.gramme.model.Utf8;
import dev.gramme.wire.Structure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules of tags. */
public final class TagRules {
  private static final int TAGS = 50;

  /** The maximum size of the keys and values of all tags of a table together, in UTF-8. */
  private static final int MAX_BYTES = 10_240;

  private static final int KEY_LENGTH = 128;
  private static final int VALUE_LENGTH = 256;
  private static final Pattern CHARACTERS = Pattern.compile("[\\p{L}\\p{N}\\p{Z}+\\-=._:/@]*");

  private TagRules() {}

  /** The tags of a request, in its order; may be empty. */
  public static Map<String, String> tags(List<Structure> tags) {
    var map = LinkedHashMap.<String, String>newLinkedHashMap(tags.size());
    for (Structure tag : tags) {
      String key = checkedKey(tag.get(Tag.KEY));
      String value = tag.get(Tag.VALUE);
      if (value == null || value.length() > VALUE_LENGTH || !CHARACTERS.matcher(value).matches()) {
        throw ApiError.validation("The Tag Value provided is invalid, Value: " + value);
      }
      if (map.put(key, value) != null) {
        throw ApiError.validation(
            "Duplicate Tag Keys provided as input: Duplicate Tag Key found " + key);
      }
    }
    return map;
  }

  /** Checks the key of a tag. */
  public static void checkKey(String key) {
    checkedKey(key);
  }

  private static String checkedKey(@Nullable String key) {
    if (key == null
        || key.isEmpty()
        || key.length() > KEY_LENGTH
        || !CHARACTERS.matcher(key).matches()) {
      throw ApiError.validation("The Tag Key provided is invalid, Key: " + key);
    }
    if (key.toLowerCase(Locale.ROOT).startsWith("aws:")) {
      throw ApiError.validation("Tag Key cannot be prefixed with aws:, Key: " + key);
    }
    return key;
  }

  /** Checks the number and the total size of a table's tags. */
  public static void checkAll(Map<String, String> tags) {
    checkCount(tags.size());
    long bytes = 0;
    for (var tag : tags.entrySet()) {
      bytes += Utf8.length(tag.getKey()) + Utf8.length(tag.getValue());
    }
    if (bytes > MAX_BYTES) {
      throw ApiError.validation(
          "Tag set size " + bytes + " bytes is above max size limit of " + MAX_BYTES + " bytes");
    }
  }

  /** Checks the number of tags that a table has, or that a request removes. */
  public static void checkCount(int tags) {
    if (tags > TAGS) {
      throw ApiError.validation(
          "Number of Tags exceed the current limit for the provided ResourceArn");
    }
  }
}
