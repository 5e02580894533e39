package dev.gramme.toolkit.desk;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.History;
import dev.gramme.toolkit.SchemaVersion;
import dev.gramme.toolkit.Ttl;
import dev.gramme.toolkit.Upcast;
import dev.gramme.toolkit.Version;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An article of the knowledge base with all of its versions. */
@Entity(pk = "ARTICLE#{name}", sk = "ARTICLE")
@History
@SchemaVersion(3)
public record Article(
    String name,
    String title,
    List<String> paragraphs,
    @Version long version,
    @Ttl Optional<Instant> expires) {

  /** In version 1 the text was a single string. */
  @Upcast(from = 1)
  static Map<String, AttributeValue> paragraphs(Map<String, AttributeValue> item) {
    AttributeValue text = item.remove("text");
    item.put("paragraphs", AttributeValue.fromL(List.of(text)));
    return item;
  }

  /** Version 2 had no title. */
  @Upcast(from = 2)
  static Map<String, AttributeValue> title(Map<String, AttributeValue> item) {
    item.put("title", item.get("name"));
    return item;
  }
}
