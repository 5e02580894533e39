package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoverySpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;

/**
 * Turns the properties of a resource into a table's definition. Most properties have the names and
 * the form of CreateTable's members; the others are converted here. Source: the resource
 * specification of CloudFormation (November 2026).
 */
final class TableReader {
  private static final String ON_DEMAND = "PAY_PER_REQUEST";
  private static final String PROVISIONED = "ProvisionedThroughput";
  private static final Set<String> CAPACITY = Set.of("ReadCapacityUnits", "WriteCapacityUnits");

  private final Properties properties;
  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();
  private final Map<String, String> tags = new LinkedHashMap<>();
  private final Map<String, Boolean> insights = new LinkedHashMap<>();
  private final List<String> replicas = new ArrayList<>();

  /** What the replica in the server's region sets for indexes: their members of the request. */
  private final Map<String, Map<String, @Nullable Object>> ofReplica = new LinkedHashMap<>();

  private Optional<TableDefinition.Destination> destination = Optional.empty();
  private Optional<String> policy = Optional.empty();
  private Optional<String> streamPolicy = Optional.empty();
  private Optional<Properties> recovery = Optional.empty();

  private TableReader(Properties properties, String name) throws CommandException {
    this.properties = properties;
    properties.take("TableName");
    members.put("TableName", name);
  }

  /** Reads a resource of the type {@code AWS::DynamoDB::Table}. */
  static TableDefinition table(Properties properties, String name) throws CommandException {
    var reader = new TableReader(properties, name);
    reader.readTags(properties);
    reader.readReplica(properties);
    reader.readStream("StreamSpecification");
    reader.readEncryption(Optional.empty());
    reader.readIndexes();
    return reader.definition();
  }

  /**
   * Reads a resource of the type {@code AWS::DynamoDB::GlobalTable}.
   *
   * @param region the region of the server, which must be one of the replicas
   */
  static TableDefinition globalTable(Properties properties, String name, String region)
      throws CommandException {
    var reader = new TableReader(properties, name);
    boolean isProvisioned = !ON_DEMAND.equals(properties.rest().get("BillingMode"));
    if (isProvisioned
        && properties.rest().get("Replicas") instanceof List<?> all
        && all.size() > 1) {
      throw CommandException.failed(
          properties.path()
              + ".BillingMode: with several replicas only PAY_PER_REQUEST is supported, because"
              + " replicas of provisioned tables need auto scaling");
    }
    boolean hasOwn = false;
    for (Properties replica : properties.takeMaps("Replicas")) {
      String in = replica.takeText("Region").orElse("");
      if (in.equals(region)) {
        hasOwn = true;
        reader.readOwnReplica(replica);
      } else {
        // Templates of the CDK name the indexes in every replica.
        for (Properties index : replica.takeMaps("GlobalSecondaryIndexes")) {
          index.take("IndexName");
          index.requireEmpty();
        }
        replica.requireEmpty();
        reader.replicas.add(in);
      }
    }
    if (!hasOwn) {
      throw CommandException.failed(
          "%s.Replicas has no replica in %s, the region of the server"
              .formatted(properties.path(), region));
    }
    reader.readStream("StreamSpecification");
    reader.readGlobalIndexes();
    return reader.definition();
  }

  /** Reads a resource of the type {@code AWS::Serverless::SimpleTable}. */
  static TableDefinition simpleTable(Properties properties, String name) throws CommandException {
    var reader = new TableReader(properties, name);
    Optional<Properties> key = properties.takeMap("PrimaryKey");
    String attribute = key.isPresent() ? key.get().takeText("Name").orElse("id") : "id";
    String type = key.isPresent() ? key.get().takeText("Type").orElse("String") : "String";
    if (key.isPresent()) {
      key.get().requireEmpty();
    }
    if (!List.of("String", "Number", "Binary").contains(type)) {
      throw CommandException.failed(
          "%s.PrimaryKey.Type is %s, but must be String, Number or Binary"
              .formatted(properties.path(), type));
    }
    reader.members.put("KeySchema", List.of(Map.of("AttributeName", attribute, "KeyType", "HASH")));
    reader.members.put(
        "AttributeDefinitions",
        List.of(Map.of("AttributeName", attribute, "AttributeType", type.substring(0, 1))));
    if (!properties.rest().containsKey("ProvisionedThroughput")) {
      reader.members.put("BillingMode", ON_DEMAND);
    }
    Optional<Properties> tags = properties.takeMap("Tags");
    if (tags.isPresent()) {
      tags.get().rest().forEach((tag, value) -> reader.tags.put(tag, String.valueOf(value)));
    }
    reader.recovery = properties.takeMap("PointInTimeRecoverySpecification");
    reader.readEncryption(Optional.empty());
    for (String unknown : List.copyOf(properties.rest().keySet())) {
      if (!unknown.equals("ProvisionedThroughput")) {
        properties.requireEmpty();
      }
    }
    return reader.definition();
  }

  private void readTags(Properties from) throws CommandException {
    for (Properties tag : from.takeMaps("Tags")) {
      tags.put(tag.takeText("Key").orElse(""), tag.takeText("Value").orElse(""));
      tag.requireEmpty();
    }
  }

  /** The properties that a table has, and that each replica of a global table has of its own. */
  private void readReplica(Properties from) throws CommandException {
    recovery = from.takeMap("PointInTimeRecoverySpecification");
    readInsights(from, "");
    Optional<Properties> stream = from.takeMap("KinesisStreamSpecification");
    if (stream.isPresent()) {
      destination =
          Optional.of(
              new TableDefinition.Destination(
                  stream.get().takeText("StreamArn").orElse(""),
                  stream.get().takeText("ApproximateCreationDateTimePrecision").orElse("")));
      stream.get().requireEmpty();
    }
    policy = readPolicy(from);
  }

  private static Optional<String> readPolicy(Properties from) throws CommandException {
    Optional<Properties> resource = from.takeMap("ResourcePolicy");
    if (resource.isEmpty()) {
      return Optional.empty();
    }
    Object document = resource.get().take("PolicyDocument");
    resource.get().requireEmpty();
    return Optional.of(document instanceof String text ? text : Json.text(document));
  }

  private void readInsights(Properties from, String index) throws CommandException {
    Optional<Properties> specification = from.takeMap("ContributorInsightsSpecification");
    if (specification.isPresent()) {
      insights.put(index, specification.get().takeBoolean("Enabled").orElse(false));
      specification.get().requireEmpty();
    }
  }

  private void readOwnReplica(Properties replica) throws CommandException {
    readTags(replica);
    readReplica(replica);
    Optional<Properties> stream = replica.takeMap("ReplicaStreamSpecification");
    if (stream.isPresent()) {
      streamPolicy = readPolicy(stream.get());
      stream.get().requireEmpty();
    }
    for (String name : List.of("DeletionProtectionEnabled", "TableClass")) {
      Object value = replica.take(name);
      if (value != null) {
        members.put(name, value);
      }
    }
    Optional<Properties> encryption = replica.takeMap("SSESpecification");
    if (encryption.isPresent() && !properties.rest().containsKey("SSESpecification")) {
      throw CommandException.failed(
          "%s needs an SSESpecification of the table".formatted(encryption.get().path()));
    }
    Optional<String> key = Optional.empty();
    if (encryption.isPresent()) {
      key = encryption.get().takeText("KMSMasterKeyId");
      encryption.get().requireEmpty();
    }
    readEncryption(key);
    var throughput = new LinkedHashMap<String, @Nullable Object>();
    takeUnits(replica, "ReadOnDemandThroughputSettings", "MaxReadRequestUnits", throughput);
    takeUnits(properties, "WriteOnDemandThroughputSettings", "MaxWriteRequestUnits", throughput);
    if (!throughput.isEmpty()) {
      members.put("OnDemandThroughput", throughput);
    }
    var provisioned = new LinkedHashMap<String, @Nullable Object>();
    takeCapacity(replica, "Read", provisioned);
    takeCapacity(properties, "Write", provisioned);
    if (!provisioned.isEmpty()) {
      members.put(PROVISIONED, provisioned);
    }
    for (Properties index : replica.takeMaps("GlobalSecondaryIndexes")) {
      String name = index.takeText("IndexName").orElse("");
      readInsights(index, name);
      var units = new LinkedHashMap<String, @Nullable Object>();
      takeUnits(index, "ReadOnDemandThroughputSettings", "MaxReadRequestUnits", units);
      takeCapacity(index, "Read", units);
      index.requireEmpty();
      ofReplica.put(name, units);
    }
    replica.requireEmpty();
  }

  private static void takeUnits(
      Properties from, String name, String member, Map<String, @Nullable Object> to)
      throws CommandException {
    Optional<Properties> settings = from.takeMap(name);
    if (settings.isPresent()) {
      to.put(member, settings.get().take(member));
      settings.get().requireEmpty();
    }
  }

  /**
   * Takes the provisioned units of a table or an index: a number, or else the least number of auto
   * scaling, which is not set up.
   *
   * @param kind Read or Write
   */
  private static void takeCapacity(Properties from, String kind, Map<String, @Nullable Object> to)
      throws CommandException {
    Optional<Properties> settings = from.takeMap(kind + "ProvisionedThroughputSettings");
    if (settings.isEmpty()) {
      return;
    }
    String member = kind + "CapacityUnits";
    Object units = settings.get().take(member);
    Optional<Properties> scaling = settings.get().takeMap(kind + "CapacityAutoScalingSettings");
    if (scaling.isPresent()) {
      Object least = scaling.get().take("MinCapacity");
      units = units == null ? least : units;
      for (String unused :
          List.of("MaxCapacity", "SeedCapacity", "TargetTrackingScalingPolicyConfiguration")) {
        scaling.get().take(unused);
      }
      scaling.get().requireEmpty();
    }
    settings.get().requireEmpty();
    to.put(member, units);
  }

  private void readStream(String name) throws CommandException {
    Optional<Properties> stream = properties.takeMap(name);
    if (stream.isPresent()) {
      Optional<String> ofStream = readPolicy(stream.get());
      if (ofStream.isPresent()) {
        streamPolicy = ofStream;
      }
      var specification = new LinkedHashMap<String, @Nullable Object>(stream.get().rest());
      specification.put("StreamEnabled", true);
      members.put("StreamSpecification", specification);
    }
  }

  private void readEncryption(Optional<String> replicaKey) throws CommandException {
    Optional<Properties> encryption = properties.takeMap("SSESpecification");
    if (encryption.isPresent()) {
      var specification = new LinkedHashMap<String, @Nullable Object>();
      specification.put("Enabled", encryption.get().takeBoolean("SSEEnabled").orElse(false));
      specification.putAll(encryption.get().rest());
      replicaKey.ifPresent(key -> specification.put("KMSMasterKeyId", key));
      members.put("SSESpecification", specification);
    }
  }

  private void readIndexes() throws CommandException {
    if (!properties.rest().containsKey("GlobalSecondaryIndexes")) {
      return;
    }
    var indexes = new ArrayList<Map<String, @Nullable Object>>();
    for (Properties index : properties.takeMaps("GlobalSecondaryIndexes")) {
      readInsights(index, String.valueOf(index.rest().get("IndexName")));
      indexes.add(index.rest());
    }
    members.put("GlobalSecondaryIndexes", indexes);
  }

  /** The table sets the write units of an index, and the replica its read units. */
  private void readGlobalIndexes() throws CommandException {
    var indexes = new ArrayList<Map<String, @Nullable Object>>();
    for (Properties index : properties.takeMaps("GlobalSecondaryIndexes")) {
      @Nullable Map<String, @Nullable Object> read =
          ofReplica.remove(String.valueOf(index.rest().get("IndexName")));
      var units = new LinkedHashMap<String, @Nullable Object>(read == null ? Map.of() : read);
      takeUnits(index, "WriteOnDemandThroughputSettings", "MaxWriteRequestUnits", units);
      takeCapacity(index, "Write", units);
      var provisioned = new LinkedHashMap<String, @Nullable Object>(units);
      provisioned.keySet().retainAll(CAPACITY);
      units.keySet().removeAll(CAPACITY);
      if (!units.isEmpty()) {
        index.rest().put("OnDemandThroughput", units);
      }
      if (!provisioned.isEmpty()) {
        index.rest().put(PROVISIONED, provisioned);
      }
      indexes.add(index.rest());
    }
    if (!ofReplica.isEmpty()) {
      throw CommandException.failed(
          "%s.Replicas: the table has no index %s"
              .formatted(properties.path(), ofReplica.keySet().iterator().next()));
    }
    if (!indexes.isEmpty()) {
      members.put("GlobalSecondaryIndexes", indexes);
    }
  }

  private TableDefinition definition() throws CommandException {
    Optional<Properties> expiry = properties.takeMap("TimeToLiveSpecification");
    if (properties.take("ImportSourceSpecification") != null) {
      throw CommandException.failed(
          properties.path()
              + ".ImportSourceSpecification is not supported: create the table without it and use"
              + " ./gramme import");
    }
    members.putAll(properties.rest());
    var request = CreateTableRequest.builder();
    SdkShapes.set(request, members, properties.path());
    Optional<TimeToLiveSpecification> ttl = Optional.empty();
    if (expiry.isPresent()) {
      Properties of = expiry.get();
      ttl =
          Optional.of(
              SdkShapes.set(TimeToLiveSpecification.builder(), of.rest(), of.path()).build());
    }
    Optional<PointInTimeRecoverySpecification> pitr = Optional.empty();
    if (recovery.isPresent()) {
      Properties of = recovery.get();
      pitr =
          Optional.of(
              SdkShapes.set(PointInTimeRecoverySpecification.builder(), of.rest(), of.path())
                  .build());
    }
    return new TableDefinition(
        request.build(), ttl, pitr, tags, insights, destination, policy, streamPolicy, replicas);
  }
}
