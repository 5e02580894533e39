package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.key.KeyTemplate;
import dev.gramme.toolkit.key.KeyType;
import dev.gramme.toolkit.key.SortCondition;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A key attribute of an entity, of the table or an index, with its template. */
public final class EntityKey {
  private final Optional<String> index;
  private final String name;
  private final KeyTemplate template;
  private final boolean partition;
  private final boolean plain;

  private EntityKey(
      Optional<String> index, String name, KeyTemplate template, boolean partition, boolean plain) {
    this.index = index;
    this.name = name;
    this.template = template;
    this.partition = partition;
    this.plain = plain;
  }

  /**
   * A partition key attribute.
   *
   * @param index the index; empty for the table
   * @param types the types of the template's fields
   */
  public static EntityKey partition(
      Optional<String> index,
      String name,
      ScalarType scalar,
      String template,
      Map<String, KeyType<?>> types) {
    return new EntityKey(index, name, KeyTemplate.of(template, scalar, types), true, false);
  }

  /** A sort key attribute. */
  public static EntityKey sort(
      Optional<String> index,
      String name,
      ScalarType scalar,
      String template,
      Map<String, KeyType<?>> types) {
    return new EntityKey(index, name, KeyTemplate.of(template, scalar, types), false, false);
  }

  /**
   * This key for an attribute that is a String component of the record, stored without encoding.
   */
  public EntityKey plain() {
    return new EntityKey(index, name, template, partition, true);
  }

  boolean isPartition() {
    return partition;
  }

  Optional<String> index() {
    return index;
  }

  String name() {
    return name;
  }

  List<String> fields() {
    return template.fields();
  }

  /** The attribute; empty if a field has no value. */
  Optional<AttributeValue> value(Function<String, @Nullable Object> values) {
    var inOrder = new ArrayList<Object>();
    for (String field : template.fields()) {
      Object value = values.apply(field);
      if (value == null) {
        return Optional.empty();
      }
      inOrder.add(normal(value));
    }
    return Optional.of(
        plain ? AttributeValue.fromS((String) inOrder.get(0)) : template.key(inOrder.toArray()));
  }

  /** The condition on this attribute, as the sort key, that the arguments of a call specify. */
  SortCondition condition(Call call) {
    var leading = new ArrayList<Object>();
    for (String field : template.fields()) {
      Object value = call.field(field);
      if (value instanceof Range<?> range) {
        return plain ? plainRange(range) : template.range(leading, range.map(EntityKey::normal));
      }
      if (value instanceof Call.Prefixed prefixed) {
        String text = prefixed.text();
        return plain ? SortCondition.beginsWith(text) : template.startingWithText(leading, text);
      }
      if (value == null) {
        break;
      }
      leading.add(normal(value));
    }
    return plain && !leading.isEmpty()
        ? SortCondition.equal(AttributeValue.fromS((String) leading.get(0)))
        : template.startingWith(leading.toArray());
  }

  /**
   * The condition for the sort keys that begin with this one, which is the common part of several
   * kinds' keys. Other keys can fulfil it, too. The call has values of all fields.
   */
  SortCondition beginning(Call call) {
    var values = new ArrayList<Object>();
    for (String field : template.fields()) {
      values.add(normal(Objects.requireNonNull(call.field(field), field)));
    }
    if (template.scalar() != ScalarType.S) {
      return SortCondition.equal(template.key(values.toArray()));
    }
    String beginning = template.beginning(values.toArray());
    while (plain && !((String) values.get(0)).startsWith(beginning)) {
      beginning = beginning.substring(0, beginning.length() - 1);
    }
    return SortCondition.beginsWith(beginning);
  }

  private static SortCondition plainRange(Range<?> range) {
    SortCondition condition = SortCondition.any();
    if (range.from() != null) {
      String from = (String) range.from().value();
      // The successor of a string in byte order is the string followed by a zero.
      condition =
          condition.from(AttributeValue.fromS(range.from().inclusive() ? from : from + "\0"));
    }
    if (range.to() != null) {
      if (!range.to().inclusive()) {
        throw new IllegalArgumentException(
            "a range of unencoded strings cannot have an exclusive upper bound");
      }
      condition = condition.to(AttributeValue.fromS((String) range.to().value()));
    }
    return condition;
  }

  private static Object normal(Object value) {
    return value instanceof SdkBytes bytes ? bytes.asByteArray() : value;
  }
}
