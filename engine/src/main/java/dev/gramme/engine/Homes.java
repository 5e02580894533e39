package dev.gramme.engine;

import dev.gramme.engine.catalog.TableView;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteResult;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the regions that execute the writes and strongly consistent reads of strongly consistent
 * tables. All regions are in this process; each has a copy of the items, which follows its home and
 * answers the other reads.
 */
final class Homes {
  private static final String NO_TRANSACTIONS =
      "Transactions are not supported on global tables with MultiRegionConsistency set to STRONG";

  private final Engine own;
  private volatile Function<String, Optional<Engine>> regions = region -> Optional.empty();

  Homes(Engine own) {
    this.own = own;
  }

  /** Sets the function that finds the other regions of this process. */
  void connect(Function<String, Optional<Engine>> others) {
    regions = others;
  }

  /** Another region of this process. */
  Optional<Engine> region(String name) {
    return regions.apply(name);
  }

  /**
   * The region that executes reads with a definition: that of the definition, if the table is
   * strongly consistent.
   */
  Engine of(TableDefinition table) {
    return table.features().strong() == null || isAlone() || table.region().equals(ownRegion())
        ? own
        : engine(table.region(), table.name());
  }

  /** The definition for a read; for a consistent read that of the table's home. */
  Optional<TableDefinition> definition(String table, boolean consistent) {
    Optional<TableDefinition> found = own.catalog().find(table);
    if (!consistent || found.isEmpty() || !isElsewhere(found.get())) {
      return found;
    }
    Engine home = home(found.get());
    Optional<TableDefinition> there = home.catalog().find(table);
    there.ifPresent(home::requireHome);
    return there;
  }

  /**
   * Refuses to execute a write or a strongly consistent read of a table here if another region is
   * its home. That is temporary: the home has just changed.
   */
  void require(TableDefinition table) {
    if (isElsewhere(table)) {
      throw ApiError.of(
          ErrorType.INTERNAL_SERVER_ERROR,
          "Region %s hands table %s over to another region. Retry the request."
              .formatted(ownRegion(), table.name()));
    }
  }

  boolean isElsewhere(TableDefinition table) {
    return table.features().strong() != null
        && !isAlone()
        && table.features().hasHomeOtherThan(ownRegion());
  }

  /** Whether there are no regions, such as in a fork: its copy of a table is its own home. */
  private boolean isAlone() {
    return ownRegion().isEmpty();
  }

  /** Refuses a transaction with a strongly consistent table. */
  static void refuseTransaction(TableDefinition table) {
    if (table.features().strong() != null) {
      throw ApiError.validation(NO_TRANSACTIONS);
    }
  }

  /** Executes a write, each action in the home of its table. */
  CompletableFuture<WriteResult> write(WriteRequest request) {
    List<WriteAction> actions = request.actions();
    Map<Engine, List<Integer>> byHome = new LinkedHashMap<>();
    try {
      for (int i = 0; i < actions.size(); i++) {
        var table = definition(actions.get(i).table());
        if (table.isPresent() && request.kind() == WriteRequest.Kind.TRANSACTION) {
          refuseTransaction(table.get());
        }
        byHome.computeIfAbsent(table.map(this::home).orElse(own), home -> new ArrayList<>()).add(i);
      }
    } catch (ApiError refused) {
      return CompletableFuture.failedFuture(refused);
    }
    if (byHome.size() == 1) {
      return byHome.keySet().iterator().next().writeHere(request);
    }
    // Only the actions of a batch concern several tables: each is independent of the others.
    CompletableFuture<List<Part>> all = CompletableFuture.completedFuture(List.of());
    for (var home : byHome.entrySet()) {
      List<Integer> positions = home.getValue();
      var part =
          home.getKey()
              .writeHere(request.part(positions))
              .handle((result, failure) -> new Part(positions, result, cause(failure)));
      all = all.thenCombine(part, Homes::with);
    }
    return all.thenApply(Homes::resultOf);
  }

  /**
   * The actions of a batch that one home executes.
   *
   * @param positions of the actions in the batch
   * @param result null if the home failed
   */
  private record Part(
      List<Integer> positions, @Nullable WriteResult result, @Nullable Throwable failure) {

    /** Whether the home executed nothing because its throughput or its memory is limited. */
    boolean isThrottled() {
      return failure instanceof ApiError error
          && switch (error.type()) {
            case THROTTLING, PROVISIONED_THROUGHPUT_EXCEEDED, REQUEST_LIMIT_EXCEEDED -> true;
            default -> false;
          };
    }
  }

  private static @Nullable Throwable cause(@Nullable Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private static List<Part> with(List<Part> parts, Part part) {
    var all = new ArrayList<>(parts);
    all.add(part);
    return all;
  }

  /**
   * The result of a batch. As in a batch with a single home, throttled actions are unprocessed, but
   * the batch fails if no action was executed.
   */
  private static WriteResult resultOf(List<Part> parts) {
    boolean isAnyExecuted = parts.stream().anyMatch(part -> part.failure() == null);
    var changes = new TreeMap<Integer, ItemChange>();
    var unprocessed = new TreeSet<Integer>();
    for (Part part : parts) {
      WriteResult result = part.result();
      if (result == null && isAnyExecuted && part.isThrottled()) {
        unprocessed.addAll(part.positions());
      } else if (result == null) {
        throw new CompletionException(part.failure());
      } else {
        var executed = result.changes().iterator();
        for (int i = 0; i < part.positions().size(); i++) {
          int position = part.positions().get(i);
          if (result.unprocessed().contains(i)) {
            unprocessed.add(position);
          } else {
            changes.put(position, executed.next());
          }
        }
      }
    }
    return new WriteResult(List.copyOf(changes.values()), false, List.copyOf(unprocessed));
  }

  /** Whether a write concerns a strongly consistent table. */
  boolean concern(WriteRequest request) {
    for (WriteAction action : request.actions()) {
      var table = definition(action.table());
      if (table.isPresent() && table.get().features().strong() != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * The definition that is known here. It may be outdated on a shared store, unless the table is
   * strongly consistent. The transaction of the write checks the home again.
   */
  private Optional<TableDefinition> definition(String table) {
    var catalog = own.catalog();
    var cached = catalog.cachedView(table).map(TableView::table);
    return cached.isPresent() && cached.get().features().strong() == null
        ? cached
        : catalog.find(table);
  }

  private Engine home(TableDefinition table) {
    var strong = table.features().strong();
    return strong != null && isElsewhere(table) ? engine(strong.home(), table.name()) : own;
  }

  private Engine engine(String region, String table) {
    return regions
        .apply(region)
        .orElseThrow(() ->
            ApiError.of(
                ErrorType.INTERNAL_SERVER_ERROR,
                "Region %s, which executes the writes of table %s, is not open in this server"
                    .formatted(region, table)));
  }

  private String ownRegion() {
    return own.replication().region();
  }
}
