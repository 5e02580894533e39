package dev.gramme.toolkit.key;

import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A template that builds a key attribute from values: {@code CUST#{email}}, {@code
 * ORDER#{placedAt:desc}#{id}}.
 *
 * <p>Braces enclose a field, optionally with {@code :desc} for descending order or a number for the
 * width with leading zeros ({@code {line:4}}). {@code {email:lower}} and {@code {code:upper}}
 * convert a string to lower or upper case; a parsed key has the converted value. Some types do not
 * determine the end of their text (see {@link KeyType}: strings, decimals, instants, bytes, words);
 * such a field must be followed by {@code #} or be last, so that no value can forge a boundary.
 * Keys have the order of the lists of their values.
 *
 * <p>A template that consists of a single field can have type N or B.
 */
public final class KeyTemplate {
  private static final char SEPARATOR = '#';

  private final String text;
  private final ScalarType scalar;
  private final List<TemplatePart> parts;
  private final List<TemplatePart.Field> fields;
  private final List<String> names;

  private KeyTemplate(String text, ScalarType scalar, List<TemplatePart> parts) {
    this.text = text;
    this.scalar = scalar;
    this.parts = List.copyOf(parts);
    List<TemplatePart.Field> found = new ArrayList<>();
    for (TemplatePart part : parts) {
      if (part instanceof TemplatePart.Field field) {
        found.add(field);
      }
    }
    this.fields = List.copyOf(found);
    this.names = fields.stream().map(TemplatePart.Field::name).toList();
  }

  /**
   * Parses a template of type S.
   *
   * @param types the types of its fields; may contain others
   * @throws IllegalArgumentException if the template is invalid; the message has the position
   */
  public static KeyTemplate of(String template, Map<String, ? extends KeyType<?>> types) {
    return of(template, ScalarType.S, types);
  }

  /** Parses a template of any type. Type N or B requires a single field. */
  public static KeyTemplate of(
      String template, ScalarType scalar, Map<String, ? extends KeyType<?>> types) {
    List<TemplatePart> parts = TemplatePart.parse(template, types);
    KeyTemplate made = new KeyTemplate(template, scalar, parts);
    made.check();
    return made;
  }

  /**
   * The names of a template's fields, in order.
   *
   * @throws IllegalArgumentException if the template is invalid
   */
  public static List<String> fieldsOf(String template) {
    return TemplatePart.fields(template);
  }

  private void check() {
    for (int i = 0; i + 1 < parts.size(); i++) {
      if (parts.get(i) instanceof TemplatePart.Field field
          && !field.type().encoding().selfDelimiting()) {
        boolean separated =
            parts.get(i + 1) instanceof TemplatePart.Literal next
                && next.text().charAt(0) == SEPARATOR;
        if (!separated) {
          throw new IllegalArgumentException(
              "in "
                  + text
                  + ", {"
                  + field.name()
                  + "} must be followed by # or by nothing: the end of its text is ambiguous");
        }
      }
    }
    if (new HashSet<>(fields()).size() < fields.size()) {
      throw new IllegalArgumentException("a field occurs twice in " + text);
    }
    if (scalar == ScalarType.S) {
      return;
    }
    if (parts.size() != 1 || fields.size() != 1) {
      throw new IllegalArgumentException(
          "a key of type " + scalar + " must be a single field: " + text);
    }
    KeyType<?> type = fields.get(0).type();
    boolean fits = scalar == ScalarType.N ? type.isNumeric() : type.javaType() == byte[].class;
    if (!fits || type.isDescending()) {
      throw new IllegalArgumentException("a key of type " + scalar + " cannot be of " + type);
    }
  }

  /** The template's text. */
  public String template() {
    return text;
  }

  /** The type of the key attribute. */
  public ScalarType scalar() {
    return scalar;
  }

  /** The names of the fields, in order. */
  public List<String> fields() {
    return names;
  }

  /** The type of a field, including its order and width. */
  public KeyType<?> type(String field) {
    for (TemplatePart.Field candidate : fields) {
      if (candidate.name().equals(field)) {
        return candidate.type();
      }
    }
    throw new IllegalArgumentException(text + " has no field " + field);
  }

  /**
   * Builds a key.
   *
   * @param values one for each field, in order
   * @throws IllegalArgumentException if a value cannot be in a key, or the key would be empty
   */
  public AttributeValue key(Object... values) {
    expect(values.length, fields.size());
    return scalar == ScalarType.S
        ? AttributeValue.fromS(format(values))
        : ScalarKeys.of(scalar, fields.get(0).type(), values[0]);
  }

  /** Builds a key of type S as a string. */
  public String format(Object... values) {
    expect(values.length, fields.size());
    String key = prefix(values);
    if (key.isEmpty()) {
      throw new IllegalArgumentException("the key of " + text + " would be empty");
    }
    return key;
  }

  /**
   * The common prefix of all keys with these values of the first fields, up to the start of the
   * next field. Without values, the common prefix of all keys of the template.
   */
  public String prefix(Object... leading) {
    return prefix(true, leading);
  }

  /**
   * The common prefix of the key with these values and of all keys of longer templates that begin
   * with this one, a template of type S, and have the same values. It can be shorter than the key,
   * because the text of the last value depends on whether a separator follows. Other keys can have
   * this prefix, too.
   *
   * @param values one for each field, in order
   */
  public String beginning(Object... values) {
    expect(values.length, fields.size());
    return shared(prefix(true, values), prefix(false, values));
  }

  /** The text with which two texts begin. */
  private static String shared(String one, String two) {
    int same = 0;
    while (same < Math.min(one.length(), two.length()) && one.charAt(same) == two.charAt(same)) {
      same++;
    }
    return one.substring(0, same);
  }

  /**
   * The prefix.
   *
   * @param ends whether nothing follows the last part
   */
  private String prefix(boolean ends, Object... leading) {
    if (scalar != ScalarType.S) {
      expect(leading.length, 0);
      return "";
    }
    if (leading.length > fields.size()) {
      expect(leading.length, fields.size());
    }
    StringBuilder key = new StringBuilder();
    int given = 0;
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof TemplatePart.Literal literal) {
        key.append(literal.text());
      } else if (parts.get(i) instanceof TemplatePart.Field field) {
        if (given == leading.length) {
          return key.toString();
        }
        key.append(field.encode(leading[given++], ends && i == parts.size() - 1));
      }
    }
    return key.toString();
  }

  /**
   * The condition for keys with these values of the first fields. With all values it selects one
   * key, without values all keys of the template.
   */
  public SortCondition startingWith(Object... leading) {
    if (leading.length == fields.size()) {
      return SortCondition.equal(key(leading));
    }
    return SortCondition.beginsWith(prefix(leading));
  }

  /**
   * The condition for keys with these values of the first fields, whose next field, a string,
   * starts with a prefix.
   *
   * @throws IllegalArgumentException if the next field is not a string, or is descending
   */
  public SortCondition startingWithText(List<?> leading, String beginning) {
    int at = partOfField(leading.size());
    TemplatePart.Field next = (TemplatePart.Field) parts.get(at);
    if (next.type().javaType() != String.class
        || next.type().isDescending()
        || scalar != ScalarType.S) {
      throw new IllegalArgumentException("{" + next.name() + "} of " + text + " is not a string");
    }
    String encoded = beginning.isEmpty() ? "" : next.encode(beginning, at == parts.size() - 1);
    return SortCondition.beginsWith(prefix(leading.toArray()) + encoded);
  }

  /**
   * The condition for keys with these values of the first fields, whose next field is in a range.
   * It is exact, also for exclusive bounds.
   */
  public SortCondition range(List<?> leading, Range<?> range) {
    int at = partOfField(leading.size());
    TemplatePart.Field next = (TemplatePart.Field) parts.get(at);
    if (scalar != ScalarType.S) {
      return ScalarKeys.range(scalar, next.type(), range);
    }
    String prefix = prefix(leading.toArray());
    boolean last = at == parts.size() - 1;
    Range<String> texts = range.map(value -> prefix + next.encode(value, last));
    if (next.type().isDescending()) {
      texts = new Range<>(texts.to(), texts.from());
    }
    Optional<TemplatePart> follower = last ? Optional.empty() : Optional.of(parts.get(at + 1));
    return TextBounds.of(prefix, texts, follower, next.type());
  }

  /**
   * Parses a key.
   *
   * @return the values in the order of the fields; empty if the key does not match this template
   * @throws IllegalArgumentException if the template is not of type S
   */
  public Optional<List<Object>> match(String key) {
    if (scalar != ScalarType.S) {
      throw new IllegalArgumentException("a key of type " + scalar + " is not a string");
    }
    return TemplatePart.match(parts, key).filter(values -> prefix(values.toArray()).equals(key));
  }

  /**
   * Parses a key.
   *
   * @return the values in the order of the fields
   * @throws IllegalArgumentException if the key does not match this template
   */
  public List<Object> parse(AttributeValue key) {
    return scalar == ScalarType.S
        ? match(key.s())
            .orElseThrow(
                () -> new IllegalArgumentException("not a key of " + text + ": " + key.s()))
        : List.of(ScalarKeys.value(scalar, fields.get(0).type(), key));
  }

  /** Whether the two templates may give the same key for some values. */
  public boolean canEqual(KeyTemplate other) {
    return scalar == other.scalar
        && (scalar != ScalarType.S || shape(parts).overlaps(shape(other.parts)));
  }

  /**
   * Whether a key of the other template may start with this template's prefix, so that a query for
   * one also finds the other.
   */
  public boolean prefixCanMatch(KeyTemplate other) {
    return scalar == other.scalar
        && Shape.literal(prefix()).then(Shape.anything()).overlaps(shape(other.parts));
  }

  private static Shape shape(List<TemplatePart> parts) {
    Shape shape = Shape.literal("");
    for (TemplatePart part : parts) {
      shape = shape.then(part.shape());
    }
    return shape;
  }

  private int partOfField(int index) {
    if (index >= fields.size()) {
      throw new IllegalArgumentException(text + " has no field after " + index + " values");
    }
    return parts.indexOf(fields.get(index));
  }

  private void expect(int given, int wanted) {
    if (given != wanted) {
      throw new IllegalArgumentException(text + " takes " + wanted + " values, not " + given);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyTemplate that && text.equals(that.text) && scalar == that.scalar;
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
