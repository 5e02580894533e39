package dev.gramme.toolkit.notes;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.SchemaVersion;
import dev.gramme.toolkit.Upcast;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A note, which had a single line in version 1. */
@Entity(pk = "NOTE#{id}", sk = "NOTE")
@SchemaVersion(2)
public record Note(String id, List<String> lines, long likes) {

  @Upcast(from = 1)
  static Map<String, AttributeValue> lines(Map<String, AttributeValue> item) {
    item.put("lines", AttributeValue.fromL(List.of(item.remove("line"))));
    return item;
  }
}
