package dev.gramme.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The complete definition of a table: everything except its items.
 *
 * @param name 3 to 255 characters, unique within the database
 * @param id distinguishes the table from deleted tables of the same name
 * @param number the prefix of its row keys; unique among tables and global indexes, never reused
 * @param region the region in the signature of the request that created the table; part of the ARN
 * @param attributeTypes the attribute definitions in the declared order
 * @param billingSwitched when the billing mode last became PAY_PER_REQUEST; null if the table has
 *     always been provisioned
 * @param stream the stream specification, null if disabled
 * @param latestStreamLabel the label of the current or the last stream, null if there never was one
 * @param log the change log, null if changes are not kept
 * @param timeToLive the time-to-live setting, null if it was never enabled
 * @param recovery the point-in-time recovery setting, null if it is disabled
 * @param replicas the replicas in other regions; empty for a single-region table
 * @param readCeilings the overrides of this region for the table and its existing global indexes
 * @param tableClass STANDARD or STANDARD_INFREQUENT_ACCESS; null if it was never set
 * @param tags in the order in which they were set
 * @param encryption the customer-managed key, null if the default key of the service is used
 * @param changes the changes in progress and the times of recent ones
 */
public record TableDefinition(
    String name,
    UUID id,
    int number,
    String region,
    Instant created,
    Status status,
    KeySchema key,
    Map<String, AttributeType> attributeTypes,
    List<LocalIndex> localIndexes,
    List<GlobalIndex> globalIndexes,
    List<VectorIndex> vectorIndexes,
    BillingMode billingMode,
    @Nullable Instant billingSwitched,
    Throughput throughput,
    @Nullable OnDemandThroughput onDemand,
    @Nullable WarmThroughput warm,
    @Nullable StreamSpecification stream,
    @Nullable String latestStreamLabel,
    @Nullable ChangeLog log,
    @Nullable TimeToLive timeToLive,
    @Nullable Recovery recovery,
    List<Replica> replicas,
    ReadCeilings readCeilings,
    @Nullable String tableClass,
    boolean deletionProtected,
    Map<String, String> tags,
    @Nullable Encryption encryption,
    TableChanges changes) {

  /** The states of a table. The constants have the protocol's names. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE
  }

  public TableDefinition {
    attributeTypes = Collections.unmodifiableMap(new LinkedHashMap<>(attributeTypes));
    localIndexes = List.copyOf(localIndexes);
    globalIndexes = List.copyOf(globalIndexes);
    vectorIndexes = List.copyOf(vectorIndexes);
    replicas = List.copyOf(replicas);
    readCeilings = readCeilings.only(globalIndexes);
    tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
  }

  /**
   * The effective maximum on-demand throughput of the table in this region: the shared values, or
   * the overrides of this region.
   */
  public @Nullable OnDemandThroughput ceilings() {
    return readCeilings.over(onDemand);
  }

  /** The effective maximum on-demand throughput of an index in this region. */
  public @Nullable OnDemandThroughput ceilings(GlobalIndex index) {
    return readCeilings.over(index);
  }

  /** The local or global index with this name. */
  public Optional<SecondaryIndex> index(String indexName) {
    for (LocalIndex index : localIndexes) {
      if (index.name().equals(indexName)) {
        return Optional.of(index);
      }
    }
    return globalIndex(indexName).map(index -> index);
  }

  /** The global index with this name. */
  public Optional<GlobalIndex> globalIndex(String indexName) {
    for (GlobalIndex index : globalIndexes) {
      if (index.name().equals(indexName)) {
        return Optional.of(index);
      }
    }
    return Optional.empty();
  }

  /** The vector index with this name. */
  public Optional<VectorIndex> vectorIndex(String indexName) {
    for (VectorIndex index : vectorIndexes) {
      if (index.name().equals(indexName)) {
        return Optional.of(index);
      }
    }
    return Optional.empty();
  }

  /** Whether it has replicas in other regions. */
  public boolean isGlobal() {
    return !replicas.isEmpty();
  }

  /** The replica in a region, if there is one. */
  public Optional<Replica> replica(String replicaRegion) {
    return replicas.stream().filter(replica -> replica.region().equals(replicaRegion)).findAny();
  }

  /** The attributes in the keys of the table and its indexes, and in search schemas. */
  public Set<String> keyAttributes() {
    var names = new HashSet<>(key.names());
    localIndexes.forEach(index -> names.addAll(index.key().names()));
    globalIndexes.forEach(index -> names.addAll(index.key().names()));
    vectorIndexes.forEach(index -> index.schema().forEach(part -> names.add(part.name())));
    return names;
  }

  /**
   * A copy without those overrides of this replica whose shared value has changed (observed on the
   * service in September 2026).
   *
   * @param before the definition before the change of the shared values
   */
  public TableDefinition withoutReplacedCeilings(TableDefinition before) {
    return toBuilder().readCeilings(readCeilings.after(before, this)).build();
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
    private ReadCeilings readCeilings;
    private @Nullable String tableClass;
    private boolean deletionProtected;
    private Map<String, String> tags;
    private @Nullable Encryption encryption;
    private TableChanges changes;

    private Builder(TableDefinition from) {
      this.from = from;
      status = from.status;
      attributeTypes = from.attributeTypes;
      globalIndexes = from.globalIndexes;
      vectorIndexes = from.vectorIndexes;
      billingMode = from.billingMode;
      billingSwitched = from.billingSwitched;
      throughput = from.throughput;
      onDemand = from.onDemand;
      warm = from.warm;
      stream = from.stream;
      latestStreamLabel = from.latestStreamLabel;
      log = from.log;
      timeToLive = from.timeToLive;
      recovery = from.recovery;
      replicas = from.replicas;
      readCeilings = from.readCeilings;
      tableClass = from.tableClass;
      deletionProtected = from.deletionProtected;
      tags = from.tags;
      encryption = from.encryption;
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
          from.name,
          from.id,
          from.number,
          from.region,
          from.created,
          status,
          from.key,
          attributeTypes,
          from.localIndexes,
          globalIndexes,
          vectorIndexes,
          billingMode,
          billingSwitched,
          throughput,
          onDemand,
          warm,
          stream,
          latestStreamLabel,
          log,
          timeToLive,
          recovery,
          replicas,
          readCeilings,
          tableClass,
          deletionProtected,
          tags,
          encryption,
          changes);
    }
  }
}
