package dev.gramme.apps.grid.document;

import dev.gramme.apps.grid.domain.Column;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.page.PartitionQuery;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The table of {@link IndexEntry entries}: it acts as a global index with many keys per item. */
public final class IndexTable {
  /** The key attributes. */
  public static final List<String> KEYS = List.of("column", "sort");

  @AccessPatterns(table = "index", pk = "column", sk = "sort", type = "kind")
  interface Entries {
    @Query(budget = "1 RCU", limit = 50)
    Page<IndexEntry> ofColumn(String column, Cursor after);

    @Scan(consistent = true)
    Page<IndexEntry> all(Cursor after, int limit);
  }

  private final IndexTable_EntriesTable entries;

  private IndexTable(IndexTable_EntriesTable entries) {
    this.entries = entries;
  }

  /** The index in a table of {@link #schema}. */
  public static IndexTable of(Table table) {
    return new IndexTable(IndexTable_EntriesTable.of(table));
  }

  /** The table's schema. */
  public static TableSchema schema() {
    return IndexTable_EntriesTable.schema();
  }

  /** The table. */
  public Table table() {
    return entries.table();
  }

  /** The entries of a field, in order. */
  public PartitionQuery column(String project, String field) {
    return PartitionQuery.of(
        entries.table().name(),
        "column",
        AttributeValue.fromS(new Column(project, field).text()),
        "sort");
  }

  /** A page of all entries, in no particular order. */
  Page<IndexEntry> all(Cursor after, int limit) {
    return entries.all(after, limit);
  }

  /** The entry of an item. */
  public static IndexEntry read(Map<String, AttributeValue> item) {
    return IndexTable_EntriesTable.IndexEntryItem.ENTITY.fromItem(item);
  }

  /** The items of the entries that an issue should have, by their keys. */
  public static Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items(Issue issue) {
    return IndexEntry.of(issue).stream()
        .collect(
            Collectors.toMap(
                IndexTable::key, IndexTable_EntriesTable.IndexEntryItem.ENTITY::toItem));
  }

  static Map<String, AttributeValue> key(IndexEntry entry) {
    return Map.of(
        "column", AttributeValue.fromS(entry.column()),
        "sort", AttributeValue.fromS(entry.sort()));
  }

  TransactWriteItem put(IndexEntry entry) {
    return TransactWriteItem.builder()
        .put(
            Put.builder()
                .tableName(entries.table().name())
                .item(IndexTable_EntriesTable.IndexEntryItem.ENTITY.toItem(entry))
                .build())
        .build();
  }

  TransactWriteItem delete(IndexEntry entry) {
    return TransactWriteItem.builder()
        .delete(Delete.builder().tableName(entries.table().name()).key(key(entry)).build())
        .build();
  }
}
