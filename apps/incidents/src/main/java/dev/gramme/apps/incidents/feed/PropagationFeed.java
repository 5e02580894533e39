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
 * The safety net of propagation: reads changed incidents from the table's stream and propagates
 * them. Normally there is nothing left to do.
 *
 * <p>A new participation also triggers a check of its incident: a run with an old state of the
 * incident may have rewritten a participation that a newer run had deleted, and may have been
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

  /** Reads the stream with this ARN. */
  public PropagationFeed(DynamoDbStreamsClient streams, String streamArn, Propagation propagation) {
    this.changes = new TableChanges(streams, streamArn);
    this.propagation = propagation;
  }

  /**
   * Propagates the changes since the last call.
   *
   * @return how many participations had to be corrected
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
