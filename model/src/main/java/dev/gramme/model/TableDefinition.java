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
 * What is known of a table but its items.
 *
 * @param name 3 to 255 characters, unique within the database
 * @param id tells it from earlier tables of the name
 * @param number under which its rows are stored; unique among tables and global indexes, never used
 *     again
 * @param region the region that the client signed for when it created the table; part of the ARN
 * @param attributeTypes the attribute definitions in the order declared
 * @param billingSwitched when the billing mode last became PAY_PER_REQUEST, null for a table that
 *     always was provisioned
 * @param stream the stream specification, null if disabled
 * @param latestStreamLabel the label of the stream that is or was the last, null if there never was
 *     one
 * @param log how changes are kept, null if they are not
 * @param timeToLive null if it was never enabled
 * @param recovery null if point-in-time recovery is disabled
 * @param replicas the table's replicas in other regions; none for a table of one region
 * @param readCeilings those that this region has of its own, of the table and global indexes that
 *     there are
 * @param tableClass STANDARD or STANDARD_INFREQUENT_ACCESS; null if it was never given
 * @param tags in the order in which they were set
 * @param encryption null if it is the service's own affair
 * @param changes what is under way, and what was changed when
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

  /** The states of a table, by the protocol's names. */
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

  /** The ceilings that hold in this region: those that all replicas share, or its own. */
  public @Nullable OnDemandThroughput ceilings() {
    return readCeilings.over(onDemand);
  }

  /** The ceilings of an index that hold in this region. */
  public @Nullable OnDemandThroughput ceilings(GlobalIndex index) {
    return readCeilings.over(index);
  }

  /** The index of a name. */
  public Optional<SecondaryIndex> index(String indexName) {
    for (LocalIndex index : localIndexes) {
      if (index.name().equals(indexName)) {
        return Optional.of(index);
      }
    }
    return globalIndex(indexName).map(index -> index);
  }

  /** The global index of a name. */
  public Optional<GlobalIndex> globalIndex(String indexName) {
    for (GlobalIndex index : globalIndexes) {
      if (index.name().equals(indexName)) {
        return Optional.of(index);
      }
    }
    return Optional.empty();
  }

  /** The vector index of a name. */
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

  /** The attributes that the keys of the table and of its indexes, and search schemas, use. */
  public Set<String> keyAttributes() {
    var names = new HashSet<>(key.names());
    localIndexes.forEach(index -> names.addAll(index.key().names()));
    globalIndexes.forEach(index -> names.addAll(index.key().names()));
    vectorIndexes.forEach(index -> index.schema().forEach(part -> names.add(part.name())));
    return names;
  }

  /**
   * The same without this replica's own ceilings in place of which there is a new one that all
   * replicas share (seen at the service in September 2026).
   *
   * @param before the definition before the shared ones were changed
   */
  public TableDefinition withoutReplacedCeilings(TableDefinition before) {
    return toBuilder().readCeilings(readCeilings.after(before, this)).build();
  }

  /** A copy to be changed. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** A changed copy of a definition in the making. */
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

    /** Adds a replica, or replaces the one of its region where that stands. */
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

    /** Has the ceilings of this region's own stay, now that nobody shares others with it. */
    public Builder settledCeilings() {
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
