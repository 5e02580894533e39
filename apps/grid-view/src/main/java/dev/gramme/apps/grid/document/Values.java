package dev.gramme.apps.grid.document;

import dev.gramme.apps.grid.domain.FieldType;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.FieldValue.Day;
import dev.gramme.apps.grid.domain.FieldValue.Decimal;
import dev.gramme.apps.grid.domain.FieldValue.Text;
import dev.gramme.apps.grid.domain.FieldValue.Whole;
import dev.gramme.toolkit.entity.Converter;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Stores all values of an issue as one map of strings and numbers. The class and its constructor
 * are public for the generated code.
 */
public final class Values implements Converter<Map<String, FieldValue>> {
  @Override
  public AttributeValue toAttribute(Map<String, FieldValue> values) {
    Map<String, AttributeValue> map = new HashMap<>();
    values.forEach((field, value) ->
        map.put(
            field,
            switch (value) {
              case Text text -> AttributeValue.fromS(text.text());
              case Day day -> AttributeValue.fromS(day.text());
              case Whole whole -> AttributeValue.fromN(whole.text());
              case Decimal decimal -> AttributeValue.fromN(decimal.text());
            }));
    return AttributeValue.fromM(map);
  }

  @Override
  public Map<String, FieldValue> fromAttribute(AttributeValue attribute) {
    Map<String, FieldValue> values = new TreeMap<>();
    attribute
        .m()
        .forEach((field, value) ->
            values.put(
                field, FieldType.of(field).parse(value.n() == null ? value.s() : value.n())));
    return values;
  }
}
