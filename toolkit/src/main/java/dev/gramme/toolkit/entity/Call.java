package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Cursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The arguments of one call of an access pattern. */
public final class Call {
  private static final Pattern PLACEHOLDER = Pattern.compile(":\\w+");

  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final List<Expression> terms = new ArrayList<>();
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();
  private final Set<String> dropped = new HashSet<>();
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

  /** A filter or condition, or one of several terms that must all hold. */
  public Call condition(Expression expression) {
    terms.add(expression);
    return this;
  }

  /** A value of the filter or condition. */
  public <C> Call value(String placeholder, Converter<C> converter, C value) {
    values.put(placeholder, Expression.operand(converter, value));
    return this;
  }

  /** A value of the filter. Without it, the terms that contain it are left out. */
  public <C> Call optional(String placeholder, Converter<C> converter, Optional<C> value) {
    if (value.isEmpty()) {
      dropped.add(placeholder);
      return this;
    }
    return value(placeholder, converter, value.get());
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
    other.terms.addAll(terms);
    other.values.putAll(values);
    other.dropped.addAll(dropped);
    other.limit = limit;
    return other.after(cursor);
  }

  @Nullable Object field(String name) {
    return fields.get(name);
  }

  Map<String, Object> fields() {
    return fields;
  }

  /** The terms whose values are known, with these values. */
  Expression condition() {
    Expression all = Expression.NONE;
    for (Expression term : terms) {
      Set<String> used = used(term);
      if (used.stream().noneMatch(dropped::contains)) {
        all = all.and(term);
        for (String placeholder : used) {
          AttributeValue value = values.get(placeholder);
          all = value == null ? all : all.with(placeholder, value);
        }
      }
    }
    return all;
  }

  private static Set<String> used(Expression term) {
    var used = new LinkedHashSet<String>();
    Matcher placeholders = PLACEHOLDER.matcher(term.text());
    while (placeholders.find()) {
      used.add(placeholders.group());
    }
    return used;
  }

  Cursor after() {
    return after;
  }

  int limit() {
    return limit;
  }
}
