package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A marker item for a processed message, written in the same transaction as its effect. */
final class MessageMark {
  private MessageMark() {}

  /** The message was processed before. */
  static final class Seen extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Seen() {
      super("the message was processed before", null, false, false);
    }
  }

  static PlannedWrite write(Table table, String message, int days) {
    String timeToLive =
        table
            .schema()
            .timeToLive()
            .orElseThrow(
                () -> new IllegalStateException("the table has no time-to-live attribute"));
    Instant now = table.clock().instant();
    KeySchema key = table.schema().key();
    var item = new LinkedHashMap<String, AttributeValue>();
    item.put(name(key.partition().get(0)), AttributeValue.fromS("MESSAGE#" + message));
    key.sort().forEach(sort -> item.put(name(sort), AttributeValue.fromS("MESSAGE")));
    item.put(timeToLive, seconds(now.plus(Duration.ofDays(days))));
    Put put =
        Put.builder()
            .tableName(table.name())
            .item(item)
            .conditionExpression("attribute_not_exists(#pk) OR #ttl <= :now")
            .expressionAttributeNames(
                Map.of("#pk", name(key.partition().get(0)), "#ttl", timeToLive))
            .expressionAttributeValues(Map.of(":now", seconds(now)))
            .build();
    return new PlannedWrite(
        TransactWriteItem.builder().put(put).build(), found -> Optional.of(new Seen()));
  }

  private static String name(KeyAttribute attribute) {
    return switch (attribute.type()) {
      case S -> attribute.name();
      case N, B -> throw new IllegalStateException("messages need string key attributes");
    };
  }

  private static AttributeValue seconds(Instant instant) {
    return AttributeValue.fromN(Long.toString(instant.getEpochSecond()));
  }
}
