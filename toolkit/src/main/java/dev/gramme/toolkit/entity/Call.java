package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Cursor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The arguments of one call of an access pattern. */
public final class Call {
  private final Map<String, Object> fields = new LinkedHashMap<>();
  private Expression condition = Expression.NONE;
  private Cursor after = Cursor.start();
  private int limit;

  /** A prefix of a component. */
  record Prefixed(String text) {}

  /** The value of a key field, or a Range of values. */
  public Call field(String name, Object value) {
    if (value instanceof java.util.Optional<?> optional) {
      optional.ifPresent(held -> fields.put(name, held));
    } else {
      fields.put(name, value);
    }
    return this;
  }

  /** The prefix of a key field. */
  public Call prefix(String name, String prefix) {
    fields.put(name, new Prefixed(prefix));
    return this;
  }

  /** A filter or condition. */
  public Call condition(Expression expression) {
    condition = expression;
    return this;
  }

  /** A value of the filter or condition. */
  public <C> Call value(String placeholder, Converter<C> converter, C value) {
    AttributeValue attribute =
        converter.isAbsent(value) ? AttributeValue.fromNul(true) : converter.toAttribute(value);
    condition = condition.with(placeholder, attribute);
    return this;
  }

  /** The end of the previous page; the start for the first page. */
  public Call after(Cursor cursor) {
    after = cursor;
    return this;
  }

  /** The maximum number of items of a page, which overrides that of the pattern. */
  public Call limit(int items) {
    if (items < 1) {
      throw new IllegalArgumentException("a page has at least one item, not " + items);
    }
    limit = items;
    return this;
  }

  /** This call with a value of a field. */
  Call withField(String name, Object value) {
    return from(after).field(name, value);
  }

  /** This call from another position. */
  Call from(Cursor cursor) {
    var other = new Call();
    other.fields.putAll(fields);
    other.condition = condition;
    other.limit = limit;
    return other.after(cursor);
  }

  @Nullable Object field(String name) {
    return fields.get(name);
  }

  Map<String, Object> fields() {
    return fields;
  }

  Expression condition() {
    return condition;
  }

  Cursor after() {
    return after;
  }

  int limit() {
    return limit;
  }
}
