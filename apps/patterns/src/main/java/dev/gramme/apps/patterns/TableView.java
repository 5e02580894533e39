package dev.gramme.apps.patterns;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
 * @param identity the names of the table's key attributes, which identify an item also in an index
 * @param items its items
 */
public record TableView(
    String name,
    List<String> keys,
    List<String> identity,
    List<Map<String, AttributeValue>> items) {
  public TableView {
    keys = List.copyOf(keys);
    identity = List.copyOf(identity);
    items = List.copyOf(items);
  }

  /** The tables of a database without some, each followed by its indexes. */
  static List<TableView> all(DynamoDbClient client, Set<String> leftOut) {
    var views = new ArrayList<TableView>();
    for (String table : client.listTablesPaginator().tableNames()) {
      if (leftOut.contains(table)) {
        continue;
      }
      TableDescription description =
          client.describeTable(DescribeTableRequest.builder().tableName(table).build()).table();
      ScanRequest scan = ScanRequest.builder().tableName(table).build();
      List<String> key = names(description.keySchema());
      views.add(view(client, table, key, key, scan));
      var indexes = new ArrayList<TableView>();
      description
          .globalSecondaryIndexes()
          .forEach(index ->
              indexes.add(index(client, table, index.indexName(), names(index.keySchema()), key)));
      description
          .localSecondaryIndexes()
          .forEach(index ->
              indexes.add(index(client, table, index.indexName(), names(index.keySchema()), key)));
      indexes.sort(Comparator.comparing(TableView::name));
      views.addAll(indexes);
    }
    return views;
  }

  private static TableView index(
      DynamoDbClient client, String table, String index, List<String> keys, List<String> key) {
    ScanRequest scan = ScanRequest.builder().tableName(table).indexName(index).build();
    return view(client, table + "/" + index, keys, key, scan);
  }

  private static List<String> names(List<KeySchemaElement> schema) {
    return schema.stream().map(KeySchemaElement::attributeName).toList();
  }

  private static TableView view(
      DynamoDbClient client,
      String name,
      List<String> keys,
      List<String> identity,
      ScanRequest scan) {
    var items = new ArrayList<Map<String, AttributeValue>>();
    client.scanPaginator(scan).items().forEach(items::add);
    var view = new TableView(name, keys, identity, items);
    items.sort(view.order());
    return new TableView(name, keys, identity, items);
  }

  private static int compare(AttributeValue one, AttributeValue other) {
    return one.n() != null && other.n() != null
        ? new BigDecimal(one.n()).compareTo(new BigDecimal(other.n()))
        : ShownText.of(one).compareTo(ShownText.of(other));
  }

  /** The key of an item in the table. */
  List<AttributeValue> identityOf(Map<String, AttributeValue> item) {
    return identity.stream().map(name -> Attributes.in(item, name)).toList();
  }

  /** Orders items by the key of this table or index. */
  Comparator<Map<String, AttributeValue>> order() {
    Comparator<Map<String, AttributeValue>> order =
        Comparator.comparing(item -> Attributes.in(item, keys.getFirst()), TableView::compare);
    for (String key : keys.subList(1, keys.size())) {
      order = order.thenComparing(item -> Attributes.in(item, key), TableView::compare);
    }
    return order.thenComparing(item -> new TreeMap<>(item).toString());
  }
}
