package dev.gramme.testkit.history;

import dev.gramme.testkit.history.RegisterOperation.CompareAndSet;
import dev.gramme.testkit.history.RegisterOperation.Outcome;
import dev.gramme.testkit.history.RegisterOperation.Read;
import dev.gramme.testkit.history.RegisterOperation.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a recorded history of one register is linearizable: whether its operations can be
 * put in an order in which each sees the effect of those before it, and in which no operation
 * precedes one that had returned before it was invoked.
 *
 * <p>The algorithm is that of J. M. Wing and C. Gong (Testing and Verifying Concurrent Objects,
 * 1993), a depth-first search for such an order, with the memoization of G. Lowe (Testing for
 * linearizability, 2017): a set of ordered operations together with the resulting value is tried
 * only once, whatever their order.
 *
 * <p>Operations of unknown outcome would make the search explode, since each can take effect at any
 * point after its invocation. But in every valid order such an operation can be moved later, or
 * dropped, until it stands directly before a known operation that is impossible without it, or
 * before another unknown one that it makes possible for that one. So only these positions are
 * tried. The search treats all values that no operation sees or expects as equal, and also all
 * unknown operations with the same effect. An operation that is possible and changes nothing is
 * ordered immediately, since it cannot make another one impossible.
 */
public final class Linearizability {
  private static final int MAX_CONFIGURATIONS = 4_000_000;
  private static final int EXCERPT = 4;

  /** Operations with a known and with an unknown outcome, each list in the order of invocation. */
  private final List<Step> known;

  private final List<Step> unknown;
  private final long start;
  private final long other;

  /** For each value the last operation, by invocation, that sees or expects it. */
  private final Map<Long, Integer> lastWanted = new HashMap<>();

  /**
   * The visited configurations, with the unknown operations used to reach them; using more of them
   * is never better.
   */
  private final Map<Configuration, List<Used>> tried = new HashMap<>();

  private int configurations;
  private final BitSet done = new BitSet();
  private final BitSet used = new BitSet();
  private int most = -1;
  private String violation = "";

  /** An operation, and its action with all values that nothing sees replaced by one value. */
  private record Step(RegisterOperation operation, RegisterOperation.Action action) {
    long invoked() {
      return operation.invokedNanos();
    }

    long returned() {
      return operation.returnedNanos();
    }

    boolean changes() {
      return !(action instanceof Read) && !isRefused();
    }

    boolean isRefused() {
      return operation.outcome() == Outcome.REFUSED;
    }
  }

  /**
   * The ordered operations and the resulting value.
   *
   * @param first the first operation that is not ordered; all before it are
   * @param done the ordered operations after {@code first}
   */
  private record Configuration(int first, BitSet done, long value) {}

  /**
   * The ordered operations of unknown outcome.
   *
   * @param idle how many of them are writes whose value nothing will see any more
   * @param others the other ones
   */
  private record Used(int idle, BitSet others) {
    boolean isWithin(Used more) {
      if (idle > more.idle) {
        return false;
      }
      var missing = (BitSet) others.clone();
      missing.andNot(more.others);
      return missing.isEmpty();
    }
  }

  /**
   * The next known operation of the order, and the operations of unknown outcome directly before
   * it.
   */
  private record Move(int operation, List<Integer> before, long value) {}

  /** A node on the search path: the move taken from there, and the moves still to try. */
  private static final class Place {
    private final Deque<Move> moves;
    private @Nullable Move taken;

    Place(List<Move> moves) {
      this.moves = new ArrayDeque<>(moves);
    }
  }

  private Linearizability(Collection<RegisterOperation> history, Set<Long> wanted, long other) {
    var byInvocation =
        history.stream()
            .sorted(Comparator.comparingLong(RegisterOperation::invokedNanos))
            .map(operation -> new Step(operation, simplified(operation.action(), wanted, other)))
            .toList();
    this.start = byInvocation.isEmpty() ? 0 : byInvocation.getFirst().invoked();
    this.known =
        byInvocation.stream().filter(s -> s.operation().outcome() != Outcome.UNKNOWN).toList();
    this.unknown =
        byInvocation.stream()
            .filter(s -> s.operation().outcome() == Outcome.UNKNOWN)
            .filter(s -> !(s.action() instanceof Read))
            .toList();
    this.other = other;
    for (int i = 0; i < known.size(); i++) {
      int index = i;
      wanted(known.get(i).action()).ifPresent(value -> lastWanted.put(value, index));
    }
    unknown.forEach(
        step -> wanted(step.action()).ifPresent(value -> lastWanted.put(value, Integer.MAX_VALUE)));
  }

  /**
   * Empty if the history is linearizable, otherwise an excerpt at the violation.
   *
   * @param initial the register's value before the first operation
   * @throws IllegalStateException if the search exceeds its limit
   */
  public static Optional<String> violation(long initial, Collection<RegisterOperation> history) {
    var wanted = new HashSet<Long>();
    history.forEach(operation -> wanted(operation.action()).ifPresent(wanted::add));
    long other = 0;
    while (wanted.contains(other)) {
      other--;
    }
    return new Linearizability(history, wanted, other)
        .search(wanted.contains(initial) ? initial : other);
  }

  private static Optional<Long> wanted(RegisterOperation.Action action) {
    return switch (action) {
      case Read(long seen) -> Optional.of(seen);
      case CompareAndSet(long expected, long _) -> Optional.of(expected);
      case Write _ -> Optional.empty();
    };
  }

  private static RegisterOperation.Action simplified(
      RegisterOperation.Action action, Set<Long> wanted, long other) {
    return switch (action) {
      case Read read -> read;
      case Write(long value) -> new Write(wanted.contains(value) ? value : other);
      case CompareAndSet(long expected, long value) ->
          new CompareAndSet(expected, wanted.contains(value) ? value : other);
    };
  }

  private Optional<String> search(long initial) {
    var path = new ArrayDeque<Place>();
    path.push(new Place(moves(initial)));
    while (!path.isEmpty()) {
      if (path.size() > known.size()) {
        return Optional.empty();
      }
      Place place = path.peek();
      if (place.taken != null) {
        apply(place.taken, false);
        place.taken = null;
      }
      Move move = place.moves.poll();
      if (move == null) {
        note(path);
        path.pop();
        continue;
      }
      apply(move, true);
      if (isNew(move.value())) {
        place.taken = move;
        path.push(new Place(moves(move.value())));
      } else {
        apply(move, false);
      }
      if (configurations > MAX_CONFIGURATIONS) {
        throw new IllegalStateException(
            "too many concurrent operations: the search exceeded its limit");
      }
    }
    return Optional.of(violation);
  }

  private void apply(Move move, boolean isDone) {
    done.set(move.operation(), isDone);
    move.before().forEach(operation -> used.set(operation, isDone));
  }

  private boolean isNew(long value) {
    int first = done.nextClearBit(0);
    var configuration =
        new Configuration(
            first,
            done.get(first, Math.max(first, done.length())),
            isIdle(value, first) ? other : value);
    var others = (BitSet) used.clone();
    others.andNot(idle(first));
    var now = new Used(used.cardinality() - others.cardinality(), others);
    var before = tried.computeIfAbsent(configuration, _ -> new ArrayList<>(1));
    if (before.stream().anyMatch(less -> less.isWithin(now))) {
      return false;
    }
    before.removeIf(now::isWithin);
    before.add(now);
    configurations++;
    return true;
  }

  private boolean isIdle(long value, int first) {
    return lastWanted.getOrDefault(value, -1) < first;
  }

  private BitSet idle(int first) {
    var idle = new BitSet();
    used.stream()
        .filter(i -> unknown.get(i).action() instanceof Write(long value) && isIdle(value, first))
        .forEach(idle::set);
    return idle;
  }

  /**
   * The candidates for the next operation: those invoked before any other remaining one returned.
   */
  private List<Move> moves(long value) {
    var open = open();
    long firstReturn = open.stream().mapToLong(i -> known.get(i).returned()).min().orElse(0);
    var moves = new ArrayList<Move>();
    for (int i : open) {
      Step step = known.get(i);
      if (isPossible(step, value)) {
        var move = new Move(i, List.of(), after(step, value));
        if (!step.changes()) {
          return List.of(move);
        }
        moves.add(move);
      }
    }
    for (int i : open) {
      Step step = known.get(i);
      if (!isPossible(step, value)) {
        for (List<Integer> chain : enabling(step, value, firstReturn)) {
          long changed = after(unknown.get(chain.getLast()), value);
          moves.add(new Move(i, chain, after(step, changed)));
        }
      }
    }
    return moves;
  }

  private List<Integer> open() {
    var open = new ArrayList<Integer>();
    long firstReturn = Long.MAX_VALUE;
    int i = done.nextClearBit(0);
    while (i < known.size() && known.get(i).invoked() <= firstReturn) {
      open.add(i);
      firstReturn = Math.min(firstReturn, known.get(i).returned());
      i = done.nextClearBit(i + 1);
    }
    return open;
  }

  private static boolean isPossible(Step step, long value) {
    return switch (step.action()) {
      case Read(long seen) -> seen == value;
      case Write _ -> true;
      case CompareAndSet(long expected, long _) -> (expected == value) != step.isRefused();
    };
  }

  private static long after(Step step, long value) {
    return switch (step.action()) {
      case Read _ -> value;
      case Write(long written) -> written;
      case CompareAndSet(long _, long written) -> step.isRefused() ? value : written;
    };
  }

  /**
   * Sequences of unknown operations that give the register a value with which a step is possible.
   */
  private List<List<Integer>> enabling(Step step, long value, long firstReturn) {
    int first = done.nextClearBit(0);
    var candidates = new ArrayList<Integer>();
    var actions = new HashSet<RegisterOperation.Action>();
    for (int i = 0; i < unknown.size() && unknown.get(i).invoked() <= firstReturn; i++) {
      var action = unknown.get(i).action();
      if (action instanceof Write(long written) && isIdle(written, first)) {
        action = new Write(other);
      }
      if (!used.get(i) && actions.add(action)) {
        candidates.add(i);
      }
    }
    var chains = new ArrayList<List<Integer>>();
    switch (step.action()) {
      case Read(long seen) -> extend(seen, value, candidates, List.of(), chains);
      case CompareAndSet(long expected, long _) -> {
        if (step.isRefused()) {
          candidates.stream()
              .filter(i -> isPossible(unknown.get(i), value))
              .filter(i -> after(unknown.get(i), value) != expected)
              .forEach(i -> chains.add(List.of(i)));
        } else {
          extend(expected, value, candidates, List.of(), chains);
        }
      }
      case Write _ -> throw new IllegalStateException("a write is always possible");
    }
    return chains;
  }

  /** Finds, from its end, each chain that leads from the current value to the needed one. */
  private void extend(
      long needed,
      long value,
      List<Integer> candidates,
      List<Integer> chain,
      List<List<Integer>> chains) {
    for (int i : candidates) {
      Step step = unknown.get(i);
      if (chain.contains(i) || after(step, value) != needed) {
        continue;
      }
      var longer = new ArrayList<Integer>();
      longer.add(i);
      longer.addAll(chain);
      if (isPossible(step, value)) {
        chains.add(longer);
      } else if (step.action() instanceof CompareAndSet(long expected, long _)) {
        extend(expected, value, candidates, longer, chains);
      }
    }
  }

  /** Records the message for the case that no order gets further than this one. */
  private void note(Deque<Place> path) {
    int ordered = path.size() - 1;
    if (ordered <= most) {
      return;
    }
    most = ordered;
    var lines = new ArrayList<String>();
    lines.add(
        "Not linearizable: %d of %d operations can be ordered (times in ms). The last ones are"
            .formatted(ordered, known.size()));
    path.stream()
        .flatMap(place -> Stream.ofNullable(place.taken))
        .limit(EXCERPT)
        .flatMap(move -> Stream.concat(Stream.of(known.get(move.operation())), enablers(move)))
        .forEach(step -> lines.add(1, "  " + step.operation().line(start)));
    lines.add("After them none of these is possible:");
    open().forEach(i -> lines.add("  " + known.get(i).operation().line(start)));
    violation = String.join("\n", lines);
  }

  private Stream<Step> enablers(Move move) {
    return move.before().reversed().stream().map(unknown::get);
  }
}
