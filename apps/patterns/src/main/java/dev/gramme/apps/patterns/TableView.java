package dev.gramme.apps.patterns;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The content of a table or an index, ordered by its keys.
 *
 * @param name the table's name, for an index followed by a slash and the index's name
 * @param keys the names of its key attributes
 * @param items its items
 */
public record TableView(String name, List<String> keys, List<Map<String, AttributeValue>> items) {
  public TableView {
    keys = List.copyOf(keys);
    items = List.copyOf(items);
  }

  /** All tables of a database, each followed by its indexes. */
  static List<TableView> all(DynamoDbClient client) {
    var views = new ArrayList<TableView>();
    for (String table : client.listTablesPaginator().tableNames()) {
      TableDescription description =
          client.describeTable(DescribeTableRequest.builder().tableName(table).build()).table();
      ScanRequest scan = ScanRequest.builder().tableName(table).build();
      views.add(view(client, table, description.keySchema(), scan));
      var indexes = new ArrayList<TableView>();
      description
          .globalSecondaryIndexes()
          .forEach(
              index -> indexes.add(index(client, table, index.indexName(), index.keySchema())));
      description
          .localSecondaryIndexes()
          .forEach(
              index -> indexes.add(index(client, table, index.indexName(), index.keySchema())));
      indexes.sort(Comparator.comparing(TableView::name));
      views.addAll(indexes);
    }
    return views;
  }

  private static TableView index(
      DynamoDbClient client, String table, String index, List<KeySchemaElement> schema) {
    ScanRequest scan = ScanRequest.builder().tableName(table).indexName(index).build();
    return view(client, table + "/" + index, schema, scan);
  }

  private static TableView view(
      DynamoDbClient client, String name, List<KeySchemaElement> schema, ScanRequest scan) {
    List<String> keys = schema.stream().map(KeySchemaElement::attributeName).toList();
    var items = new ArrayList<Map<String, AttributeValue>>();
    client.scanPaginator(scan).items().forEach(items::add);
    Comparator<Map<String, AttributeValue>> order =
        Comparator.comparing(item -> Attributes.in(item, keys.getFirst()), TableView::compare);
    for (String key : keys.subList(1, keys.size())) {
      order = order.thenComparing(item -> item.get(key), TableView::compare);
    }
    items.sort(order.thenComparing(item -> new TreeMap<>(item).toString()));
    return new TableView(name, keys, items);
  }

  private static int compare(AttributeValue one, AttributeValue other) {
    return one.n() != null && other.n() != null
        ? new BigDecimal(one.n()).compareTo(new BigDecimal(other.n()))
        : ShownText.of(one).compareTo(ShownText.of(other));
  }

  /**
   * The names of all attributes: first those of the key, then {@code TYPE} if an item has it, then
   * the others by name.
   */
  public List<String> attributes() {
    var columns = new ArrayList<>(keys);
    Set<String> others = new TreeSet<>();
    items.forEach(item -> others.addAll(item.keySet()));
    if (others.contains("TYPE") && !columns.contains("TYPE")) {
      columns.add("TYPE");
    }
    others.stream().filter(name -> !columns.contains(name)).forEach(columns::add);
    return columns;
  }
}
