package dev.gramme.apps.grid.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** Events of issues without custom fields are ignored. */
final class EventFilterTest {
  private static Map<String, AttributeValue> issue(Map<String, FieldValue> values) {
    return Documents.item(new Issue("RAIL", 1, values, 1));
  }

  private static Record change(
      Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
    return Record.builder()
        .dynamodb(StreamRecord.builder().oldImage(before).newImage(after).build())
        .build();
  }

  @Test
  void only_an_event_with_fields_before_or_after_is_handled() {
    Map<String, AttributeValue> with = issue(Map.of("text-1", new FieldValue.Text("a")));
    Map<String, AttributeValue> without = issue(Map.of());

    assertThat(IndexRecords.hasFields(change(without, without))).isFalse();
    assertThat(IndexRecords.hasFields(change(Map.of(), without))).isFalse();
    assertThat(IndexRecords.hasFields(change(without, with))).isTrue();
    assertThat(IndexRecords.hasFields(change(with, without))).isTrue();
    assertThat(IndexRecords.hasFields(change(with, Map.of()))).isTrue();
  }
}
