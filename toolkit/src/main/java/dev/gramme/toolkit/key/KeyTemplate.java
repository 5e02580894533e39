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
 * How a key attribute is made of values: {@code CUST#{email}}, {@code ORDER#{placedAt:desc}#{id}}.
 *
 * <p>Between braces stands a field, with {@code :desc} for the opposite order and a number for
 * leading zeros ({@code {line:4}}). A field of which the text does not tell where it ends (see
 * {@link KeyType}: strings, decimals, instants, bytes, words) is followed by a {@code #} or by
 * nothing, so that no value can forge a boundary. Keys sort as the lists of their values do.
 *
 * <p>A template that is one field and nothing else can be of type N or B.
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
   * The template of a key of type S.
   *
   * @param types the types of its fields, perhaps of others too
   * @throws IllegalArgumentException if it is no template, with what is wrong and where
   */
  public static KeyTemplate of(String template, Map<String, ? extends KeyType<?>> types) {
    return of(template, ScalarType.S, types);
  }

  /** The same for a key of any type. One of type N or B is a template of a single field. */
  public static KeyTemplate of(
      String template, ScalarType scalar, Map<String, ? extends KeyType<?>> types) {
    List<TemplatePart> parts = TemplatePart.parse(template, types);
    KeyTemplate made = new KeyTemplate(template, scalar, parts);
    made.check();
    return made;
  }

  /**
   * The names of the fields of a template, in order.
   *
   * @throws IllegalArgumentException if it is no template
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
                  + "} must be followed by # or by nothing: its text does not tell where it ends");
        }
      }
    }
    if (new HashSet<>(fields()).size() < fields.size()) {
      throw new IllegalArgumentException("in " + text + ", a field stands twice");
    }
    if (scalar == ScalarType.S) {
      return;
    }
    if (parts.size() != 1 || fields.size() != 1) {
      throw new IllegalArgumentException(
          "a key of type " + scalar + " is a single field, unlike " + text);
    }
    KeyType<?> type = fields.getFirst().type();
    boolean fits = scalar == ScalarType.N ? type.isNumeric() : type.javaType() == byte[].class;
    if (!fits || type.isDescending()) {
      throw new IllegalArgumentException("a key of type " + scalar + " cannot be of " + type);
    }
  }

  /** The template as it was written. */
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

  /** The type of a field, with its order and width. */
  public KeyType<?> type(String field) {
    for (TemplatePart.Field candidate : fields) {
      if (candidate.name().equals(field)) {
        return candidate.type();
      }
    }
    throw new IllegalArgumentException(text + " has no field " + field);
  }

  /**
   * The key of these values, one for each field, in order.
   *
   * @throws IllegalArgumentException if a value cannot stand in a key, or the key would be empty
   */
  public AttributeValue key(Object... values) {
    expect(values.length, fields.size());
    return scalar == ScalarType.S
        ? AttributeValue.fromS(format(values))
        : ScalarKeys.of(scalar, fields.getFirst().type(), values[0]);
  }

  /** The same as text, for a key of type S. */
  public String format(Object... values) {
    expect(values.length, fields.size());
    String key = prefix(values);
    if (key.isEmpty()) {
      throw new IllegalArgumentException("the key of " + text + " would be empty");
    }
    return key;
  }

  /**
   * What all keys begin with whose first fields have these values, up to where the next field
   * begins. Without values, what all keys of the template begin with.
   */
  public String prefix(Object... leading) {
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
      switch (parts.get(i)) {
        case TemplatePart.Literal literal -> key.append(literal.text());
        case TemplatePart.Field field -> {
          if (given == leading.length) {
            return key.toString();
          }
          key.append(field.encode(leading[given++], i == parts.size() - 1));
        }
      }
    }
    return key.toString();
  }

  /**
   * The keys whose first fields have these values. All values give the one key, none all keys of
   * the template.
   */
  public SortCondition startingWith(Object... leading) {
    if (leading.length == fields.size()) {
      return SortCondition.equal(key(leading));
    }
    return SortCondition.beginsWith(prefix(leading));
  }

  /**
   * The keys whose first fields have these values, and in which the next one, a string, begins with
   * a text.
   *
   * @throws IllegalArgumentException if the next field is no string, or a descending one
   */
  public SortCondition startingWithText(List<?> leading, String beginning) {
    int at = partOfField(leading.size());
    TemplatePart.Field next = (TemplatePart.Field) parts.get(at);
    if (next.type().javaType() != String.class
        || next.type().isDescending()
        || scalar != ScalarType.S) {
      throw new IllegalArgumentException("{" + next.name() + "} of " + text + " is no string");
    }
    String encoded = beginning.isEmpty() ? "" : next.encode(beginning, at == parts.size() - 1);
    return SortCondition.beginsWith(prefix(leading.toArray()) + encoded);
  }

  /**
   * The keys whose first fields have these values, and in which the next one is in a range. Exact,
   * also where an end is not part of the range.
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
   * The values of a key, in the order of the fields; empty if it is not one of this template.
   *
   * @throws IllegalArgumentException if this is not of type S
   */
  public Optional<List<Object>> match(String key) {
    if (scalar != ScalarType.S) {
      throw new IllegalArgumentException("a key of type " + scalar + " is no text");
    }
    return TemplatePart.match(parts, key).filter(values -> prefix(values.toArray()).equals(key));
  }

  /**
   * The values of a key, in the order of the fields.
   *
   * @throws IllegalArgumentException if it is not one of this template
   */
  public List<Object> parse(AttributeValue key) {
    return scalar == ScalarType.S
        ? match(key.s())
            .orElseThrow(
                () -> new IllegalArgumentException("not a key of " + text + ": " + key.s()))
        : List.of(ScalarKeys.value(scalar, fields.getFirst().type(), key));
  }

  /**
   * Whether some values of the two templates give the same key, as far as can be told without
   * knowing the values.
   */
  public boolean canEqual(KeyTemplate other) {
    return scalar == other.scalar
        && (scalar != ScalarType.S || shape(parts).meets(shape(other.parts)));
  }

  /**
   * Whether a key of the other template can begin with what all keys of this one begin with, so
   * that a query for the one finds the other too.
   */
  public boolean prefixCanMatch(KeyTemplate other) {
    return scalar == other.scalar
        && Shape.literal(prefix()).then(Shape.anything()).meets(shape(other.parts));
  }

  private static Shape shape(List<TemplatePart> parts) {
    Shape shape = Shape.literal("");
    for (TemplatePart part : parts) {
      shape =
          shape.then(
              switch (part) {
                case TemplatePart.Literal literal -> Shape.literal(literal.text());
                case TemplatePart.Field field -> field.type().encoding().shape();
              });
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
