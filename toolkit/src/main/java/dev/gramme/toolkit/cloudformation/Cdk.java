package dev.gramme.toolkit.cloudformation;

import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Projection;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import dev.gramme.toolkit.schema.TableSettings.Billing;
import dev.gramme.toolkit.schema.TableSettings.TableClass;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Generates Java source for the AWS CDK: a construct with a table as {@code TableV2}, for {@code
 * aws-cdk-lib} from 2.220 on. {@code TableV2} does not support fixed write capacity, so provisioned
 * write capacity becomes auto scaling with that maximum.
 */
public final class Cdk {
  private final TableSchema schema;
  private final TableSettings settings;
  private final StringBuilder out = new StringBuilder();

  private Cdk(TableSchema schema, TableSettings settings) {
    this.schema = schema;
    this.settings = settings;
  }

  /**
   * The source of a class that extends {@code Construct}.
   *
   * @param packageName the package of the class
   * @param className its name
   * @throws IllegalArgumentException if an index has a multi-attribute key, which {@code TableV2}
   *     does not support; {@link CloudFormation} does
   */
  public static String java(
      TableSchema schema, TableSettings settings, String packageName, String className) {
    for (IndexSchema index : schema.indexes()) {
      if (index.key().partition().size() > 1 || index.key().sort().size() > 1) {
        throw new IllegalArgumentException(
            index.name() + " has a multi-attribute key, which TableV2 does not support");
      }
    }
    var cdk = new Cdk(schema, settings);
    cdk.source(packageName, className);
    return cdk.out.toString();
  }

  private void source(String packageName, String className) {
    line(0, "package " + packageName + ";");
    line(0, "");
    line(0, "import java.util.List;");
    line(0, "import software.amazon.awscdk.RemovalPolicy;");
    line(0, "import software.amazon.awscdk.services.dynamodb.*;");
    line(0, "import software.constructs.Construct;");
    line(0, "");
    line(0, "/** The table " + schema.name() + ". */");
    line(0, "public final class " + className + " extends Construct {");
    line(1, "private final TableV2 table;");
    line(0, "");
    line(1, "public " + className + "(Construct scope, String id) {");
    line(2, "super(scope, id);");
    line(2, "table =");
    line(
        4, "TableV2.Builder.create(this, " + quoted(CloudFormation.logicalId(schema.name())) + ")");
    line(6, ".tableName(" + quoted(schema.name()) + ")");
    key(schema.key(), 6);
    billing();
    indexes();
    options();
    line(6, ".build();");
    line(1, "}");
    line(0, "");
    line(1, "/** The table, to grant access to it. */");
    line(1, "public TableV2 table() {");
    line(2, "return table;");
    line(1, "}");
    line(0, "}");
  }

  private void key(KeySchema key, int level) {
    key.partition()
        .forEach(attribute -> line(level, ".partitionKey(" + attribute(attribute) + ")"));
    key.sort().forEach(attribute -> line(level, ".sortKey(" + attribute(attribute) + ")"));
  }

  private static String attribute(KeyAttribute attribute) {
    String type =
        switch (attribute.type()) {
          case S -> "STRING";
          case N -> "NUMBER";
          case B -> "BINARY";
        };
    return "Attribute.builder().name("
        + quoted(attribute.name())
        + ").type(AttributeType."
        + type
        + ").build()";
  }

  private void billing() {
    if (settings.billing() instanceof Billing.Provisioned provisioned) {
      line(6, ".billing(");
      line(8, "Billing.provisioned(");
      line(10, "ThroughputProps.builder()");
      line(12, ".readCapacity(Capacity.fixed(" + provisioned.readUnits() + "))");
      line(12, ".writeCapacity(");
      line(14, "Capacity.autoscaled(");
      line(16, "AutoscaledCapacityOptions.builder()");
      line(18, ".minCapacity(1)");
      line(18, ".maxCapacity(" + provisioned.writeUnits() + ")");
      line(18, ".build()))");
      line(12, ".build()))");
    } else {
      line(6, ".billing(Billing.onDemand())");
    }
  }

  private void indexes() {
    indexes(IndexSchema.Kind.GLOBAL, "globalSecondaryIndexes", "GlobalSecondaryIndexPropsV2");
    indexes(IndexSchema.Kind.LOCAL, "localSecondaryIndexes", "LocalSecondaryIndexProps");
  }

  private void indexes(IndexSchema.Kind kind, String member, String type) {
    List<IndexSchema> indexes = schema.indexes().stream().filter(i -> i.kind() == kind).toList();
    if (indexes.isEmpty()) {
      return;
    }
    line(6, "." + member + "(");
    line(8, "List.of(");
    for (int i = 0; i < indexes.size(); i++) {
      IndexSchema index = indexes.get(i);
      line(10, type + ".builder()");
      line(12, ".indexName(" + quoted(index.name()) + ")");
      // A local index has the table's partition key.
      key(
          kind == IndexSchema.Kind.LOCAL
              ? new KeySchema(List.of(), index.key().sort())
              : index.key(),
          12);
      line(12, ".projectionType(ProjectionType." + index.projection() + ")");
      if (index.projection() == Projection.INCLUDE) {
        line(12, ".nonKeyAttributes(List.of(" + list(index.projected()) + "))");
      }
      line(12, ".build()" + (i < indexes.size() - 1 ? "," : "))"));
    }
  }

  private void options() {
    schema.timeToLive().ifPresent(name -> line(6, ".timeToLiveAttribute(" + quoted(name) + ")"));
    if (settings.recovery()) {
      line(6, ".pointInTimeRecoverySpecification(");
      line(8, "PointInTimeRecoverySpecification.builder()");
      line(10, ".pointInTimeRecoveryEnabled(true)");
      line(10, ".build())");
    }
    settings.stream().ifPresent(view -> line(6, ".dynamoStream(StreamViewType." + view + ")"));
    if (settings.tableClass() != TableClass.STANDARD) {
      line(6, ".tableClass(TableClass." + settings.tableClass() + ")");
    }
    if (settings.deletionProtection()) {
      line(6, ".deletionProtection(true)");
      line(6, ".removalPolicy(RemovalPolicy.RETAIN)");
    }
  }

  private static String list(List<String> texts) {
    return texts.stream().map(Cdk::quoted).collect(Collectors.joining(", "));
  }

  /** JSON's escapes of all characters that names may contain are also valid in Java. */
  private static String quoted(String text) {
    return Json.of(text).line();
  }

  private void line(int level, String text) {
    out.append(text.isEmpty() ? "" : "  ".repeat(level)).append(text).append('\n');
  }
}
