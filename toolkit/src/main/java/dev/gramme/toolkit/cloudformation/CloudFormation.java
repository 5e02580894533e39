package dev.gramme.toolkit.cloudformation;

import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import dev.gramme.toolkit.schema.TableSettings.Billing;
import dev.gramme.toolkit.schema.TableSettings.TableClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Generates AWS CloudFormation templates with a table as {@code AWS::DynamoDB::Table}. The template
 * contains the table's name, since the code that uses the table contains it, too. CloudFormation
 * therefore cannot replace the table, and reports an error if a change would require that.
 *
 * <pre>{@code
 * Files.writeString(Path.of("shop.yaml"), CloudFormation.of(schema, settings).yaml());
 * }</pre>
 */
public final class CloudFormation {
  private final TableSchema schema;
  private final TableSettings settings;

  private CloudFormation(TableSchema schema, TableSettings settings) {
    this.schema = schema;
    this.settings = settings;
  }

  /** The template of a table. */
  public static CloudFormation of(TableSchema schema, TableSettings settings) {
    return new CloudFormation(schema, settings);
  }

  /** The template as JSON. */
  public String json() {
    return template().pretty();
  }

  /** The template as YAML. */
  public String yaml() {
    return Yaml.of(template());
  }

  /** The whole template. */
  public Json.Members template() {
    String id = logicalId(schema.name());
    var outputs = Json.object().put("TableArn", output(id, "Arn"));
    if (settings.stream().isPresent()) {
      outputs.put("StreamArn", output(id, "StreamArn"));
    }
    return Json.object()
        .put("AWSTemplateFormatVersion", "2010-09-09")
        .put("Description", "The table " + schema.name())
        .put("Resources", Json.object().put(id, resource()).build())
        .put("Outputs", outputs.build())
        .build();
  }

  /** The table's resource only, to be added to another template. */
  public Json.Members resource() {
    var resource = Json.object().put("Type", "AWS::DynamoDB::Table");
    if (settings.deletionProtection()) {
      resource.put("DeletionPolicy", "Retain").put("UpdateReplacePolicy", "Retain");
    }
    return resource.put("Properties", properties()).build();
  }

  /** A valid logical id for a name: letters and digits, starting with a capital letter. */
  static String logicalId(String table) {
    var id = new StringBuilder();
    for (String word : table.split("[^A-Za-z0-9]+")) {
      if (!word.isEmpty()) {
        id.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
      }
    }
    return id + "Table";
  }

  private static Json output(String id, String attribute) {
    Json reference = Json.object().put("Fn::GetAtt", Json.texts(List.of(id, attribute))).build();
    return Json.object().put("Value", reference).build();
  }

  private Json.Members properties() {
    var out =
        Json.object()
            .put("TableName", schema.name())
            .put("AttributeDefinitions", attributeDefinitions())
            .put("KeySchema", key(schema.key()));
    if (settings.billing() instanceof Billing.Provisioned provisioned) {
      out.put("BillingMode", "PROVISIONED").put("ProvisionedThroughput", throughput(provisioned));
    } else {
      out.put("BillingMode", "PAY_PER_REQUEST");
    }
    indexes(out, IndexSchema.Kind.GLOBAL, "GlobalSecondaryIndexes");
    indexes(out, IndexSchema.Kind.LOCAL, "LocalSecondaryIndexes");
    schema
        .timeToLive()
        .ifPresent(attribute ->
            out.put(
                "TimeToLiveSpecification",
                Json.object().put("AttributeName", attribute).put("Enabled", true).build()));
    if (settings.recovery()) {
      out.put(
          "PointInTimeRecoverySpecification",
          Json.object().put("PointInTimeRecoveryEnabled", true).build());
    }
    settings.stream()
        .ifPresent(view ->
            out.put(
                "StreamSpecification", Json.object().put("StreamViewType", view.name()).build()));
    if (settings.tableClass() != TableClass.STANDARD) {
      out.put("TableClass", settings.tableClass().name());
    }
    if (settings.deletionProtection()) {
      out.put("DeletionProtectionEnabled", true);
    }
    return out.build();
  }

  /** The types of all key attributes, without duplicates, ordered by name. */
  private Json attributeDefinitions() {
    Map<String, String> types = new TreeMap<>();
    Stream.concat(Stream.of(schema.key()), schema.indexes().stream().map(IndexSchema::key))
        .flatMap(key -> Stream.concat(key.partition().stream(), key.sort().stream()))
        .forEach(attribute -> types.put(attribute.name(), attribute.type().name()));
    List<Json> definitions = new ArrayList<>();
    types.forEach((name, type) ->
        definitions.add(
            Json.object().put("AttributeName", name).put("AttributeType", type).build()));
    return new Json.Elements(definitions);
  }

  private static Json key(KeySchema key) {
    List<Json> elements = new ArrayList<>();
    key.partition().forEach(attribute -> elements.add(keyElement(attribute, "HASH")));
    key.sort().forEach(attribute -> elements.add(keyElement(attribute, "RANGE")));
    return new Json.Elements(elements);
  }

  private static Json keyElement(KeyAttribute attribute, String type) {
    return Json.object().put("AttributeName", attribute.name()).put("KeyType", type).build();
  }

  private void indexes(Json.Builder out, IndexSchema.Kind kind, String member) {
    List<Json> indexes =
        schema.indexes().stream().filter(i -> i.kind() == kind).map(this::index).toList();
    if (!indexes.isEmpty()) {
      out.put(member, new Json.Elements(indexes));
    }
  }

  private Json index(IndexSchema index) {
    var projection = Json.object().put("ProjectionType", index.projection().name());
    if (!index.projected().isEmpty()) {
      projection.put("NonKeyAttributes", Json.texts(index.projected()));
    }
    var out =
        Json.object()
            .put("IndexName", index.name())
            .put("KeySchema", key(schema.keyOf(index)))
            .put("Projection", projection.build());
    if (index.kind() == IndexSchema.Kind.GLOBAL
        && settings.billing() instanceof Billing.Provisioned provisioned) {
      out.put("ProvisionedThroughput", throughput(provisioned));
    }
    return out.build();
  }

  private static Json throughput(Billing.Provisioned provisioned) {
    return Json.object()
        .put("ReadCapacityUnits", provisioned.readUnits())
        .put("WriteCapacityUnits", provisioned.writeUnits())
        .build();
  }
}
