package dev.gramme.engine.catalog;

import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableDefinition.Status;
import dev.gramme.model.Transition;
import dev.gramme.model.Transition.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The states of tables and indexes as functions of what is under way. A change that takes time is
 * entered in the definition with the instant when it is over ({@link #begin}), and leaves it, with
 * its consequences, when that has passed ({@link #settled}). So states are as durable as
 * definitions, and nothing but the clock moves them on. A delay of zero takes the same way: what
 * has just begun is over at once.
 *
 * <p>What a change sets (units, a stream, a class) holds from its beginning; only its state takes
 * time. Indexes and tables that are being deleted stay until the end.
 */
public final class TableStates {
  private final StateDelays delays;

  TableStates(StateDelays delays) {
    this.delays = delays;
  }

  /** A table with a change under way. */
  public TableDefinition begin(TableDefinition table, Kind kind, String subject, Instant now) {
    var underWay = new ArrayList<>(table.changes().underWay());
    if (kind == Kind.INDEX_DELETION) {
      underWay.removeIf(transition -> isBuild(transition) && transition.subject().equals(subject));
    }
    underWay.add(new Transition(kind, subject, now.plus(delays.of(kind))));
    return withUnderWay(entered(table, kind, subject), underWay);
  }

  /** A table with the creation of an index under way that its definition already holds. */
  public TableDefinition beginIndex(TableDefinition table, String index, Instant now) {
    Instant allocated = now.plus(delays.of(Kind.INDEX_ALLOCATION));
    var underWay = new ArrayList<>(table.changes().underWay());
    underWay.add(new Transition(Kind.INDEX_ALLOCATION, index, allocated));
    underWay.add(
        new Transition(Kind.INDEX_BACKFILL, index, allocated.plus(delays.of(Kind.INDEX_BACKFILL))));
    return withUnderWay(entered(table, Kind.INDEX_ALLOCATION, index), underWay);
  }

  /** The table without the changes that are over by an instant; empty if it is gone by then. */
  static Optional<TableDefinition> settled(TableDefinition table, Instant now) {
    var left = new ArrayList<Transition>();
    TableDefinition after = table;
    for (Transition transition : table.changes().underWay()) {
      if (transition.due().isAfter(now)) {
        left.add(transition);
      } else if (transition.kind() == Kind.DELETION) {
        return Optional.empty();
      } else {
        after = left(after, transition);
      }
    }
    boolean same = left.size() == table.changes().underWay().size();
    return Optional.of(same ? table : withUnderWay(after, left));
  }

  /** When the next change of a table is over; empty if none is under way. */
  static Optional<Instant> nextDue(TableDefinition table) {
    return table.changes().underWay().stream().map(Transition::due).min(Comparator.naturalOrder());
  }

  /** Whether the items of the table are to be entered, now, into an index that is backfilling. */
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
    return table.toBuilder().status(status).changes(table.changes().withUnderWay(underWay)).build();
  }

  /** Of several changes under way, the one that says most decides how the table is shown. */
  private static int precedence(Status status) {
    return switch (status) {
      case ACTIVE -> 0;
      case UPDATING -> 1;
      case CREATING -> 2;
      case DELETING -> 3;
    };
  }

  /** What a change does to the states of indexes when it begins. */
  private static TableDefinition entered(TableDefinition table, Kind kind, String subject) {
    return switch (kind) {
      case CREATION -> withIndexes(table, GlobalIndex.Status.ACTIVE, GlobalIndex.Status.CREATING);
      case INDEX_ALLOCATION -> withIndex(table, subject, GlobalIndex.Status.CREATING, false);
      case INDEX_DELETION -> withIndex(table, subject, GlobalIndex.Status.DELETING, false);
      case INDEX_UPDATE -> withIndex(table, subject, GlobalIndex.Status.UPDATING, false);
      case DELETION,
          THROUGHPUT,
          BILLING_MODE,
          CEILINGS,
          WARM_THROUGHPUT,
          STREAM,
          TABLE_CLASS,
          ENCRYPTION,
          INDEX_BACKFILL ->
          table;
    };
  }

  /** What a change does to indexes when it is over. */
  private static TableDefinition left(TableDefinition table, Transition transition) {
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
      case DELETION,
          THROUGHPUT,
          BILLING_MODE,
          CEILINGS,
          WARM_THROUGHPUT,
          STREAM,
          TABLE_CLASS,
          ENCRYPTION,
          INDEX_BACKFILL ->
          table;
    };
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

  /** The index goes, and with it the definitions of attributes that no key uses any more. */
  private static TableDefinition withoutIndex(TableDefinition table, String name) {
    var indexes =
        table.globalIndexes().stream().filter(index -> !index.name().equals(name)).toList();
    var vectors =
        table.vectorIndexes().stream().filter(index -> !index.name().equals(name)).toList();
    var after = table.toBuilder().globalIndexes(indexes).vectorIndexes(vectors).build();
    var types = new LinkedHashMap<>(table.attributeTypes());
    types.keySet().retainAll(after.keyAttributes());
    return after.toBuilder().attributeTypes(types).build();
  }
}
