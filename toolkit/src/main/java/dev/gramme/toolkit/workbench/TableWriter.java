package dev.gramme.toolkit.workbench;

import dev.gramme.toolkit.json.ItemJson;
import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSettings;
import dev.gramme.toolkit.schema.TableSettings.Billing;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes a table of a model. */
final class TableWriter {
  /** What NoSQL Workbench writes for tables and facets without a relational database. */
  static final Json.Members NO_ACCESS =
      Json.object()
          .put("DataAccess", Json.object().put("MySql", Json.object().build()).build())
          .build();

  private TableWriter() {}

  static Json.Members table(WorkbenchTable table) {
    var out =
        Json.object()
            .put("TableName", table.schema().name())
            .put("KeyAttributes", key(table.schema().key()));
    if (!table.attributes().isEmpty()) {
      out.put(
          "NonKeyAttributes",
          new Json.Elements(
              table.attributes().entrySet().stream()
                  .<Json>map(a -> attribute(a.getKey(), a.getValue()))
                  .toList()));
    }
    table
        .facets()
        .ifPresent(facets ->
            out.put(
                "TableFacets",
                new Json.Elements(facets.stream().map(TableWriter::facet).toList())));
    if (!table.schema().indexes().isEmpty()) {
      out.put(
          "GlobalSecondaryIndexes",
          new Json.Elements(table.schema().indexes().stream().map(TableWriter::index).toList()));
    }
    table.items().ifPresent(items -> out.put("TableData", items(items)));
    return out.putAll(table.others()).build();
  }

  private static Json key(KeySchema key) {
    var out = Json.object().put("PartitionKey", attribute(key.partition().get(0)));
    key.sort().forEach(sort -> out.put("SortKey", attribute(sort)));
    return out.build();
  }

  private static Json attribute(KeyAttribute attribute) {
    return attribute(attribute.name(), attribute.type().name());
  }

  private static Json attribute(String name, String type) {
    return Json.object().put("AttributeName", name).put("AttributeType", type).build();
  }

  private static Json index(IndexSchema index) {
    var projection = Json.object().put("ProjectionType", index.projection().name());
    if (!index.projected().isEmpty()) {
      projection.put("NonKeyAttributes", Json.texts(index.projected()));
    }
    return Json.object()
        .put("IndexName", index.name())
        .put("KeyAttributes", key(index.key()))
        .put("Projection", projection.build())
        .build();
  }

  private static Json facet(Facet facet) {
    var alias = Json.object().put("PartitionKeyAlias", facet.partitionAlias());
    facet.sortAlias().ifPresent(sort -> alias.put("SortKeyAlias", sort));
    var out = Json.object().put("FacetName", facet.name()).put("KeyAttributeAlias", alias.build());
    facet.items().ifPresent(items -> out.put("TableData", items(items)));
    return out.put("NonKeyAttributes", Json.texts(facet.attributes()))
        .putAll(facet.others())
        .build();
  }

  private static Json items(List<Map<String, AttributeValue>> items) {
    return new Json.Elements(items.stream().<Json>map(ItemJson::write).toList());
  }

  /** The members with the table's settings. */
  static Json.Members others(TableSettings settings) {
    var out = Json.object().putAll(NO_ACCESS);
    if (!(settings.billing() instanceof Billing.Provisioned provisioned)) {
      return out.put("BillingMode", "PAY_PER_REQUEST").build();
    }
    Json.Members throughput =
        Json.object()
            .put("ReadCapacityUnits", provisioned.readUnits())
            .put("WriteCapacityUnits", provisioned.writeUnits())
            .build();
    return out.put("BillingMode", "PROVISIONED")
        .put(
            "ProvisionedCapacitySettings",
            Json.object().put("ProvisionedThroughput", throughput).build())
        .build();
  }
}
