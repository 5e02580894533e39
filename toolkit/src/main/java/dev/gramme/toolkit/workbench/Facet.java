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
 * @param partitionAlias what its partition key is called, or looks like
 * @param sortAlias what its sort key is called, or looks like
 * @param attributes the attributes besides the key that its items have
 * @param items its items, if the file keeps items by facet
 * @param others members of the file that are not known here
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
