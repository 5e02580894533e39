package dev.gramme.toolkit.workbench;

import dev.gramme.toolkit.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A view of some of a table's items, usually those of one kind.
 *
 * @param name its name
 * @param partitionAlias the name or form of its partition key
 * @param sortAlias the name or form of its sort key
 * @param attributes its attributes besides the key
 * @param items its items, if the file stores items by facet
 * @param others other members of the file
 */
public record Facet(
    String name,
    String partitionAlias,
    Optional<String> sortAlias,
    List<String> attributes,
    Optional<List<Map<String, AttributeValue>>> items,
    Json.Members others) {

  public Facet {
    attributes = List.copyOf(attributes);
    items = items.map(List::copyOf);
  }
}
