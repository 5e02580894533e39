package dev.gramme.model;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The features of a table that process its changes or its items in the background. All of them are
 * optional.
 *
 * @param stream the stream specification, null if disabled
 * @param latestStreamLabel the label of the current or the last stream, null if there never was one
 * @param log the change log, null if changes are not kept
 * @param timeToLive the time-to-live setting, null if it was never enabled
 * @param recovery the point-in-time recovery setting, null if it is disabled
 * @param replicas the replicas in other regions; empty for a single-region table
 * @param strong the strong consistency of its replicas, null if they are eventually consistent
 */
public record TableFeatures(
    @Nullable StreamSpecification stream,
    @Nullable String latestStreamLabel,
    @Nullable ChangeLog log,
    @Nullable TimeToLive timeToLive,
    @Nullable Recovery recovery,
    List<Replica> replicas,
    @Nullable StrongConsistency strong) {
  /** A table without any of these features. */
  public static final TableFeatures NONE = withStream(null);

  public TableFeatures {
    replicas = List.copyOf(replicas);
  }

  /** The features of a table that has at most a stream. */
  public static TableFeatures withStream(@Nullable StreamSpecification stream) {
    return new TableFeatures(stream, null, null, null, null, List.of(), null);
  }

  /** Whether another region executes the writes and strongly consistent reads of the table. */
  public boolean hasHomeOtherThan(String region) {
    return strong != null && !strong.home().equals(region);
  }

  /** Whether the table has replicas in other regions. */
  public boolean isGlobal() {
    return !replicas.isEmpty();
  }

  /** The replica in a region, if there is one. */
  public Optional<Replica> replica(String replicaRegion) {
    return replicas.stream().filter(replica -> replica.region().equals(replicaRegion)).findAny();
  }
}
