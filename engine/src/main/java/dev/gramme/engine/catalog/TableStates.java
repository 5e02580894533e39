package dev.gramme.engine.catalog;

import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableDefinition.Status;
import dev.gramme.model.Transition;
import dev.gramme.model.Transition.Kind;
import dev.gramme.model.VectorIndex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Computes the states of tables and indexes from their transitions. A change that takes time is
 * stored in the definition as a transition with the instant of its end ({@link #begin}). When that
 * instant has passed, the transition is removed and its consequences are applied ({@link
 * #withoutCompleted}). States are therefore as durable as definitions, and only the clock advances
 * them. A delay of zero works the same way: the transition is over immediately.
 *
 * <p>The new values of a change (units, a stream, a table class) apply from its start; only the
 * state takes time. Indexes and tables that are being deleted exist until the end of their
 * transition.
 */
public final class TableStates {
  private final StateDelays delays;

  TableStates(StateDelays delays) {
    this.delays = delays;
  }

  /** Whether writes are executed: not before a table is ready, nor while a replica is deleted. */
  static boolean takesWrites(TableDefinition table) {
    return switch (table.status()) {
      case CREATING -> false;
      case DELETING ->
          !table.features().isGlobal() && table.changes().find(Kind.REPLICA_DELETION).isEmpty();
      case UPDATING, ACTIVE -> true;
    };
  }

  /** The table with a new transition. */
  public TableDefinition begin(TableDefinition table, Kind kind, String subject, Instant now) {
    var underWay = new ArrayList<>(table.changes().underWay());
    if (kind == Kind.INDEX_DELETION) {
      underWay.removeIf(transition -> isBuild(transition) && transition.subject().equals(subject));
    }
    underWay.add(new Transition(kind, subject, now.plus(delays.of(kind))));
    return withUnderWay(started(table, kind, subject), underWay);
  }

  /**
   * The table with the transitions of the creation of an index, which the definition already
   * contains.
   */
  public TableDefinition beginIndex(TableDefinition table, String index, Instant now) {
    Instant allocated = now.plus(delays.of(Kind.INDEX_ALLOCATION));
    var underWay = new ArrayList<>(table.changes().underWay());
    underWay.add(new Transition(Kind.INDEX_ALLOCATION, index, allocated));
    underWay.add(
        new Transition(Kind.INDEX_BACKFILL, index, allocated.plus(delays.of(Kind.INDEX_BACKFILL))));
    return withUnderWay(started(table, Kind.INDEX_ALLOCATION, index), underWay);
  }

  /**
   * A changed table without the transitions of indexes that the change has removed, or replaced by
   * others of the same name.
   */
  public static TableDefinition withoutReplacedIndexes(
      TableDefinition before, TableDefinition after) {
    var replaced = numbers(before);
    replaced.entrySet().removeAll(numbers(after).entrySet());
    var remaining =
        after.changes().underWay().stream()
            .filter(
                transition -> !isOfIndex(transition) || !replaced.containsKey(transition.subject()))
            .toList();
    return remaining.size() == after.changes().underWay().size()
        ? after
        : withUnderWay(after, remaining);
  }

  /** The numbers of the global and vector indexes by their names. */
  private static Map<String, Integer> numbers(TableDefinition table) {
    var numbers = new HashMap<String, Integer>();
    table.globalIndexes().forEach(index -> numbers.put(index.name(), index.number()));
    table.vectorIndexes().forEach(index -> numbers.put(index.name(), index.number()));
    return numbers;
  }

  private static boolean isOfIndex(Transition transition) {
    return isBuild(transition)
        || transition.kind() == Kind.INDEX_UPDATE
        || transition.kind() == Kind.INDEX_DELETION;
  }

  /**
   * The table without the transitions that are over at an instant; empty if it has been deleted by
   * then.
   */
  static Optional<TableDefinition> withoutCompleted(TableDefinition table, Instant now) {
    var remaining = new ArrayList<Transition>();
    TableDefinition after = table;
    for (Transition transition : table.changes().underWay()) {
      if (!transition.isTimed() || transition.due().isAfter(now)) {
        remaining.add(transition);
      } else if (transition.kind() == Kind.DELETION) {
        return Optional.empty();
      } else {
        after = completed(after, transition);
      }
    }
    boolean same = remaining.size() == table.changes().underWay().size();
    return Optional.of(same ? table : withUnderWay(after, remaining));
  }

  /** When the table's next transition ends; empty if none is under way. */
  static Optional<Instant> nextDue(TableDefinition table) {
    return table.changes().underWay().stream()
        .filter(Transition::isTimed)
        .map(Transition::due)
        .min(Comparator.naturalOrder());
  }

  /** Whether the backfill of an index may run now. */
  static boolean isToBeFilled(TableDefinition table, String index) {
    return !table.changes().has(Kind.INDEX_BACKFILL, index);
  }

  private static boolean isBuild(Transition transition) {
    return transition.kind() == Kind.INDEX_ALLOCATION || transition.kind() == Kind.INDEX_BACKFILL;
  }

  private static TableDefinition withUnderWay(TableDefinition table, List<Transition> underWay) {
    Status status =
        underWay.stream()
            .map(Transition::status)
            .max(Comparator.comparingInt(TableStates::precedence))
            .orElse(Status.ACTIVE);
    if (table.status() == Status.DELETING) {
      status = Status.DELETING; // This is the last state.
    }
    return table.toBuilder().status(status).changes(table.changes().withUnderWay(underWay)).build();
  }

  /** If several changes are under way, the status with the highest precedence is shown. */
  private static int precedence(Status status) {
    return switch (status) {
      case ACTIVE -> 0;
      case UPDATING -> 1;
      case CREATING -> 2;
      case DELETING -> 3;
    };
  }

  /** Applies the effect that the start of a change has on the states of indexes. */
  private static TableDefinition started(TableDefinition table, Kind kind, String subject) {
    return switch (kind) {
      case CREATION -> withIndexes(table, GlobalIndex.Status.ACTIVE, GlobalIndex.Status.CREATING);
      case INDEX_ALLOCATION -> withIndex(table, subject, GlobalIndex.Status.CREATING, false);
      case INDEX_DELETION -> withIndex(table, subject, GlobalIndex.Status.DELETING, false);
      case INDEX_UPDATE -> withIndex(table, subject, GlobalIndex.Status.UPDATING, false);
      case REPLICA_UPDATE ->
          withReplica(table, subject, Replica.Status.ACTIVE, Replica.Status.UPDATING);
      case DELETION,
          REPLICA_DELETION,
          THROUGHPUT,
          BILLING_MODE,
          CEILINGS,
          WARM_THROUGHPUT,
          STREAM,
          TABLE_CLASS,
          ENCRYPTION,
          INDEX_BACKFILL,
          VERSION_REMOVAL ->
          table;
    };
  }

  /** Applies the effect that the end of a change has on indexes. */
  private static TableDefinition completed(TableDefinition table, Transition transition) {
    return switch (transition.kind()) {
      case CREATION -> withIndexes(table, GlobalIndex.Status.CREATING, GlobalIndex.Status.ACTIVE);
      case INDEX_ALLOCATION ->
          withIndex(table, transition.subject(), GlobalIndex.Status.CREATING, true);
      case INDEX_DELETION -> withoutIndex(table, transition.subject());
      case INDEX_UPDATE ->
          table.globalIndex(transition.subject()).stream()
                  .anyMatch(index -> index.status() == GlobalIndex.Status.UPDATING)
              ? withIndex(table, transition.subject(), GlobalIndex.Status.ACTIVE, false)
              : table;
      case REPLICA_UPDATE ->
          withReplica(table, transition.subject(), Replica.Status.UPDATING, Replica.Status.ACTIVE);
      case DELETION,
          REPLICA_DELETION,
          THROUGHPUT,
          BILLING_MODE,
          CEILINGS,
          WARM_THROUGHPUT,
          STREAM,
          TABLE_CLASS,
          ENCRYPTION,
          INDEX_BACKFILL,
          VERSION_REMOVAL ->
          table;
    };
  }

  private static TableDefinition withReplica(
      TableDefinition table, String region, Replica.Status from, Replica.Status to) {
    return table
        .features()
        .replica(region)
        .filter(replica -> replica.status() == from)
        .map(replica -> table.toBuilder().replica(replica.withStatus(to)).build())
        .orElse(table);
  }

  private static TableDefinition withIndexes(
      TableDefinition table, GlobalIndex.Status from, GlobalIndex.Status to) {
    return table.toBuilder()
        .globalIndexes(
            table.globalIndexes().stream()
                .map(index -> index.status() == from ? index.withStatus(to, false) : index)
                .toList())
        .vectorIndexes(
            table.vectorIndexes().stream()
                .map(index -> index.status() == from ? index.withStatus(to, false) : index)
                .toList())
        .build();
  }

  private static TableDefinition withIndex(
      TableDefinition table, String name, GlobalIndex.Status status, boolean backfilling) {
    var after = table.toBuilder();
    table
        .globalIndex(name)
        .ifPresent(index -> after.globalIndex(index.withStatus(status, backfilling)));
    table
        .vectorIndex(name)
        .ifPresent(index -> after.vectorIndex(index.withStatus(status, backfilling)));
    return after.build();
  }

  /** Removes the index, and the attribute definitions that no key uses any more. */
  private static TableDefinition withoutIndex(TableDefinition table, String name) {
    return withIndexes(
        table, index -> !index.name().equals(name), vector -> !vector.name().equals(name));
  }

  /** The table without the indexes that are being deleted, and their attribute definitions. */
  public static TableDefinition withoutDeletedIndexes(TableDefinition table) {
    return withIndexes(
        table,
        index -> index.status() != GlobalIndex.Status.DELETING,
        vector -> vector.status() != GlobalIndex.Status.DELETING);
  }

  private static TableDefinition withIndexes(
      TableDefinition table, Predicate<GlobalIndex> kept, Predicate<VectorIndex> keptVectors) {
    var indexes = table.globalIndexes().stream().filter(kept).toList();
    var vectors = table.vectorIndexes().stream().filter(keptVectors).toList();
    return withoutUnusedTypes(
        table.toBuilder().globalIndexes(indexes).vectorIndexes(vectors).build());
  }

  /** The table without the attribute definitions that no key uses. */
  public static TableDefinition withoutUnusedTypes(TableDefinition table) {
    var types = new LinkedHashMap<>(table.attributeTypes());
    types.keySet().retainAll(table.schema().keyAttributes());
    return table.toBuilder().attributeTypes(types).build();
  }
}
