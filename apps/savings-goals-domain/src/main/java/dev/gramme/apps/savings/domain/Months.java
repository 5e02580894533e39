package dev.gramme.apps.savings.domain;

import dev.gramme.toolkit.entity.Converter;
import java.time.YearMonth;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Months as the tables store them, such as 2026-05. Public for the generated code. */
public final class Months implements Converter<YearMonth> {
  @Override
  public AttributeValue toAttribute(YearMonth month) {
    return AttributeValue.fromS(month.toString());
  }

  @Override
  public YearMonth fromAttribute(AttributeValue attribute) {
    return YearMonth.parse(attribute.s());
  }
}
