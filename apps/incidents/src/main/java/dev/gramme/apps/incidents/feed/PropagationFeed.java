package dev.gramme.apps.incidents.feed;

import dev.gramme.apps.incidents.account.Propagation;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.key.KeyTemplate;
import dev.gramme.toolkit.key.KeyType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The net under propagation: reads from the table's stream which incidents were changed, and
 * propagates them. If all went well before, that finds nothing to do.
 *
 * <p>A new participation has its incident looked at, too: a run that went on with an old state of
 * the incident while a newer run deleted the participation has written it anew, and may have been
 * killed before it noticed.
 */
public final class PropagationFeed {
  private static final Map<String, KeyType<?>> TYPES =
      Map.of("account", KeyType.KSUID, "incident", KeyType.KSUID);
  private static final KeyTemplate INCIDENTS = KeyTemplate.of("acct_{account}#inc", TYPES);
  private static final KeyTemplate INCIDENT = KeyTemplate.of("inc_{incident}", TYPES);
  private static final KeyTemplate PARTICIPATIONS =
      KeyTemplate.of("acct_{account}#inc_{incident}#incpart", TYPES);

  private record Changed(Ksuid account, Ksuid incident) {}

  private final TableChanges changes;
  private final Propagation propagation;
  private int written;

  /** Follows the stream with this ARN. */
  public PropagationFeed(DynamoDbStreamsClient streams, String streamArn, Propagation propagation) {
    this.changes = new TableChanges(streams, streamArn);
    this.propagation = propagation;
  }

  /**
   * Propagates what has changed since it was last asked.
   *
   * @return how many participations were not yet as they had to be
   */
  public int poll() {
    written = 0;
    changes.poll(this::propagate);
    return written;
  }

  private void propagate(List<Record> records) {
    Set<Changed> changed = new LinkedHashSet<>();
    for (Record one : records) {
      changed(one).ifPresent(changed::add);
    }
    for (Changed one : changed) {
      written += propagation.run(one.account(), one.incident());
    }
  }

  private static Optional<Changed> changed(Record change) {
    String partition = text(change.dynamodb().keys().get("PK"));
    String sort = text(change.dynamodb().keys().get("SK"));
    Optional<List<Object>> account = INCIDENTS.match(partition);
    Optional<List<Object>> incident = INCIDENT.match(sort);
    if (account.isPresent() && incident.isPresent()) {
      return Optional.of(
          new Changed((Ksuid) account.get().getFirst(), (Ksuid) incident.get().getFirst()));
    }
    return change.eventName() == OperationType.INSERT
        ? PARTICIPATIONS
            .match(partition)
            .map(ids -> new Changed((Ksuid) ids.getFirst(), (Ksuid) ids.getLast()))
        : Optional.empty();
  }

  private static String text(@Nullable AttributeValue key) {
    return key == null ? "" : key.s();
  }
}
