package dev.gramme.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The complete definition of a table: everything except its items.
 *
 * @param changes the changes in progress and the times of recent ones
 */
public record TableDefinition(
    TableIdentity identity,
    Status status,
    TableSchema schema,
    TableCapacity capacity,
    TableFeatures features,
    TableProperties properties,
    TableChanges changes) {

  /** The states of a table. The constants have the protocol's names. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE
  }

  /** Removes the overrides of read ceilings whose index no longer exists. */
  public TableDefinition {
    var ceilings = capacity.readCeilings().only(schema.globalIndexes());
    if (!ceilings.equals(capacity.readCeilings())) {
      capacity = capacity.withReadCeilings(ceilings);
    }
  }

  /** A new, active table with the given schema: on demand, and without any optional feature. */
  public static TableDefinition of(TableIdentity identity, TableSchema schema) {
    return new TableDefinition(
        identity,
        Status.ACTIVE,
        schema,
        TableCapacity.onDemandSince(identity.created()),
        TableFeatures.NONE,
        TableProperties.NONE,
        TableChanges.NONE);
  }

  /** The name: 3 to 255 characters, unique within the database. */
  public String name() {
    return identity.name();
  }

  /** The identifier, which distinguishes the table from deleted tables of the same name. */
  public UUID id() {
    return identity.id();
  }

  /** The prefix of its row keys; unique among tables and global indexes, never reused. */
  public int number() {
    return identity.number();
  }

  /** The region of the table, which is part of its ARN. */
  public String region() {
    return identity.region();
  }

  /** When the table was created. */
  public Instant created() {
    return identity.created();
  }

  /** The key of the table. */
  public KeySchema key() {
    return schema.key();
  }

  /** The attribute definitions in the declared order. */
  public Map<String, AttributeType> attributeTypes() {
    return schema.attributeTypes();
  }

  /** The local secondary indexes. */
  public List<LocalIndex> localIndexes() {
    return schema.localIndexes();
  }

  /** The global secondary indexes. */
  public List<GlobalIndex> globalIndexes() {
    return schema.globalIndexes();
  }

  /** The vector indexes. */
  public List<VectorIndex> vectorIndexes() {
    return schema.vectorIndexes();
  }

  /** The local or global index with this name. */
  public Optional<SecondaryIndex> index(String indexName) {
    return schema.index(indexName);
  }

  /** The global index with this name. */
  public Optional<GlobalIndex> globalIndex(String indexName) {
    return schema.globalIndex(indexName);
  }

  /** The vector index with this name. */
  public Optional<VectorIndex> vectorIndex(String indexName) {
    return schema.vectorIndex(indexName);
  }

  /**
   * A copy without those overrides of this replica whose shared value has changed (observed on the
   * service in September 2026).
   *
   * @param before the definition before the change of the shared values
   */
  public TableDefinition withoutReplacedCeilings(TableDefinition before) {
    return toBuilder().readCeilings(capacity.readCeilings().after(before, this)).build();
  }

  /** A builder that starts with this definition. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a changed copy of a definition. */
  public static final class Builder {
    private final TableDefinition from;
    private Status status;
    private Map<String, AttributeType> attributeTypes;
    private List<GlobalIndex> globalIndexes;
    private List<VectorIndex> vectorIndexes;
    private BillingMode billingMode;
    private @Nullable Instant billingSwitched;
    private Throughput throughput;
    private @Nullable OnDemandThroughput onDemand;
    private @Nullable WarmThroughput warm;
    private @Nullable StreamSpecification stream;
    private @Nullable String latestStreamLabel;
    private @Nullable ChangeLog log;
    private @Nullable TimeToLive timeToLive;
    private @Nullable Recovery recovery;
    private List<Replica> replicas;
    private @Nullable StrongConsistency strong;
    private ReadCeilings readCeilings;
    private @Nullable String tableClass;
    private boolean deletionProtected;
    private Map<String, String> tags;
    private @Nullable Encryption encryption;
    private TableChanges changes;

    private Builder(TableDefinition from) {
      this.from = from;
      status = from.status;
      attributeTypes = from.schema.attributeTypes();
      globalIndexes = from.schema.globalIndexes();
      vectorIndexes = from.schema.vectorIndexes();
      billingMode = from.capacity.billingMode();
      billingSwitched = from.capacity.billingSwitched();
      throughput = from.capacity.throughput();
      onDemand = from.capacity.onDemand();
      warm = from.capacity.warm();
      stream = from.features.stream();
      latestStreamLabel = from.features.latestStreamLabel();
      log = from.features.log();
      timeToLive = from.features.timeToLive();
      recovery = from.features.recovery();
      replicas = from.features.replicas();
      strong = from.features.strong();
      readCeilings = from.capacity.readCeilings();
      tableClass = from.properties.tableClass();
      deletionProtected = from.properties.deletionProtected();
      tags = from.properties.tags();
      encryption = from.properties.encryption();
      changes = from.changes;
    }

    public Builder status(Status value) {
      status = value;
      return this;
    }

    public Builder attributeTypes(Map<String, AttributeType> value) {
      attributeTypes = value;
      return this;
    }

    public Builder globalIndexes(List<GlobalIndex> value) {
      globalIndexes = value;
      return this;
    }

    /** Replaces the index of the same name. */
    public Builder globalIndex(GlobalIndex value) {
      globalIndexes =
          globalIndexes.stream().map(i -> i.name().equals(value.name()) ? value : i).toList();
      return this;
    }

    public Builder vectorIndexes(List<VectorIndex> value) {
      vectorIndexes = value;
      return this;
    }

    /** Replaces the vector index of the same name. */
    public Builder vectorIndex(VectorIndex value) {
      vectorIndexes =
          vectorIndexes.stream().map(i -> i.name().equals(value.name()) ? value : i).toList();
      return this;
    }

    public Builder billing(BillingMode mode, @Nullable Instant switched) {
      billingMode = mode;
      billingSwitched = switched;
      return this;
    }

    public Builder throughput(Throughput value) {
      throughput = value;
      return this;
    }

    public Builder onDemand(@Nullable OnDemandThroughput value) {
      onDemand = value;
      return this;
    }

    public Builder warm(@Nullable WarmThroughput value) {
      warm = value;
      return this;
    }

    public Builder stream(@Nullable StreamSpecification value) {
      stream = value;
      return this;
    }

    public Builder latestStreamLabel(@Nullable String value) {
      latestStreamLabel = value;
      return this;
    }

    public Builder log(@Nullable ChangeLog value) {
      log = value;
      return this;
    }

    public Builder timeToLive(@Nullable TimeToLive value) {
      timeToLive = value;
      return this;
    }

    public Builder recovery(@Nullable Recovery value) {
      recovery = value;
      return this;
    }

    public Builder replicas(List<Replica> value) {
      replicas = value;
      return this;
    }

    /** Adds a replica, or replaces the replica of the same region in its place in the list. */
    public Builder replica(Replica value) {
      var changed = new ArrayList<Replica>(replicas);
      int at = replicas.stream().map(Replica::region).toList().indexOf(value.region());
      if (at < 0) {
        changed.add(value);
      } else {
        changed.set(at, value);
      }
      return replicas(changed);
    }

    public Builder strong(@Nullable StrongConsistency value) {
      strong = value;
      return this;
    }

    public Builder readCeilings(ReadCeilings value) {
      readCeilings = value;
      return this;
    }

    /**
     * Makes the effective read ceilings of this region the table's own values and removes the
     * overrides. Used when the table no longer shares its definition with replicas.
     */
    public Builder mergedCeilings() {
      return onDemand(readCeilings.over(onDemand))
          .globalIndexes(
              globalIndexes.stream()
                  .map(index -> index.withCeilings(readCeilings.over(index)))
                  .toList())
          .readCeilings(ReadCeilings.NONE);
    }

    public Builder tableClass(@Nullable String value) {
      tableClass = value;
      return this;
    }

    public Builder deletionProtected(boolean value) {
      deletionProtected = value;
      return this;
    }

    public Builder tags(Map<String, String> value) {
      tags = value;
      return this;
    }

    public Builder encryption(@Nullable Encryption value) {
      encryption = value;
      return this;
    }

    public Builder changes(TableChanges value) {
      changes = value;
      return this;
    }

    public TableDefinition build() {
      return new TableDefinition(
          from.identity,
          status,
          new TableSchema(
              from.key(), attributeTypes, from.localIndexes(), globalIndexes, vectorIndexes),
          new TableCapacity(billingMode, billingSwitched, throughput, onDemand, warm, readCeilings),
          new TableFeatures(stream, latestStreamLabel, log, timeToLive, recovery, replicas, strong),
          new TableProperties(tableClass, deletionProtected, tags, encryption),
          changes);
    }
  }
}
