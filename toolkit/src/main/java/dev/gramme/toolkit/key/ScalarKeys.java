package dev.gramme.toolkit.key;

import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Range.Bound;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import java.math.BigDecimal;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keys of type N and B, which consist of a single value. */
final class ScalarKeys {
  private ScalarKeys() {}

  static <T> AttributeValue of(ScalarType scalar, KeyType<T> type, Object value) {
    if (!type.javaType().isInstance(value)) {
      throw new IllegalArgumentException("a " + type.javaType().getSimpleName() + ", not " + value);
    }
    KeyType.Numeric<T> numeric = type.numeric();
    return scalar == ScalarType.N && numeric != null
        ? AttributeValue.fromN(numeric.number().apply(type.javaType().cast(value)).toString())
        : AttributeValue.fromB(SdkBytes.fromByteArray((byte[]) value));
  }

  static <T> Object value(ScalarType scalar, KeyType<T> type, AttributeValue key) {
    KeyType.Numeric<T> numeric = type.numeric();
    return scalar == ScalarType.N && numeric != null
        ? (Object) numeric.value().apply(new BigDecimal(key.n()))
        : key.b().asByteArray();
  }

  static SortCondition range(ScalarType scalar, KeyType<?> type, Range<?> range) {
    Range<AttributeValue> keys = range.map(value -> of(scalar, type, value));
    SortCondition condition = SortCondition.any();
    Bound<AttributeValue> from = keys.from();
    if (from != null) {
      condition = condition.from(from.inclusive() ? from.value() : Neighbours.after(from.value()));
    }
    Bound<AttributeValue> to = keys.to();
    if (to == null) {
      return condition;
    }
    Optional<AttributeValue> high =
        to.inclusive() ? Optional.of(to.value()) : Neighbours.before(to.value());
    return high.isEmpty() ? SortCondition.none() : condition.to(high.get());
  }
}
