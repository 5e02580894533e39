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
 * Tells whether a recorded history of one register is linearizable: whether its operations can be
 * put in one order in which each sees what those before it have left, and in which none stands
 * before another one that had returned when it was invoked.
 *
 * <p>The algorithm is that of J. M. Wing and C. Gong (Testing and Verifying Concurrent Objects,
 * 1993), a search in depth for such an order, with the memory of G. Lowe (Testing for
 * linearizability, 2017): a set of operations that leaves the register with a value is tried once,
 * however it was ordered.
 *
 * <p>Operations of unknown outcome would ruin it, since each can stand anywhere after its
 * invocation. But in every order they can be moved back, or left out, until each stands right
 * before an operation with a known outcome that could not stand there without it, or before another
 * unknown one that it makes possible for that one. So only such places are tried. Values that
 * nothing will see or expect are all the same to the search, and so are unknown operations that
 * would do the same. An operation that is possible and changes nothing comes at once, since it is
 * in nobody's way there.
 */
public final class Linearizability {
  private static final int MOST_CONFIGURATIONS = 4_000_000;
  private static final int EXCERPT = 4;

  /** Operations with a known outcome, and others, each by invocation. */
  private final List<Step> known;

  private final List<Step> unknown;
  private final long start;
  private final long other;

  /** For each value the last of the operations, by invocation, that see or expect it. */
  private final Map<Long, Integer> lastWanted = new HashMap<>();

  /** What was tried, and with which unknown operations; to have used more of them is worse. */
  private final Map<Configuration, List<Used>> tried = new HashMap<>();

  private int configurations;
  private final BitSet done = new BitSet();
  private final BitSet used = new BitSet();
  private int most = -1;
  private String violation = "";

  /** An operation, and its action with the values that nothing has seen made one. */
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
   * What has been ordered, and the value that it leaves.
   *
   * @param first the first operation that has not been ordered; all before it have been
   * @param done those after it that have been
   */
  private record Configuration(int first, BitSet done, long value) {}

  /**
   * The operations with unknown outcome that have been ordered.
   *
   * @param idle how many writes of them leave what nothing will see any more
   * @param others the others
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

  /** The next operation of the order, and those of unknown outcome that stand right before it. */
  private record Move(int operation, List<Integer> before, long value) {}

  /** A point of the path of the search: what was taken from there, and what can still be tried. */
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
   * Nothing if the history is linearizable, else an excerpt that shows where it is not.
   *
   * @param initial the register's value before the first operation
   * @throws IllegalStateException if that would take too long to find out
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
      if (configurations > MOST_CONFIGURATIONS) {
        throw new IllegalStateException("too much at a time to find an order, or that none is");
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

  /** What can come next: whatever was invoked before any of the others had returned. */
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
   * Unknown operations, one after another, that give the register a value which makes a step
   * possible.
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

  /** Finds, from its end, each chain that leads from a value to the needed one. */
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

  /** Keeps what is to be shown if no order gets farther than this one. */
  private void note(Deque<Place> path) {
    int ordered = path.size() - 1;
    if (ordered <= most) {
      return;
    }
    most = ordered;
    var lines = new ArrayList<String>();
    lines.add(
        "Not linearizable: %d of %d operations can be put in order (times in ms), in the end"
            .formatted(ordered, known.size()));
    path.stream()
        .flatMap(place -> Stream.ofNullable(place.taken))
        .limit(EXCERPT)
        .flatMap(move -> Stream.concat(Stream.of(known.get(move.operation())), enablers(move)))
        .forEach(step -> lines.add(1, "  " + step.operation().line(start)));
    lines.add("after which none of these can come:");
    open().forEach(i -> lines.add("  " + known.get(i).operation().line(start)));
    violation = String.join("\n", lines);
  }

  private Stream<Step> enablers(Move move) {
    return move.before().reversed().stream().map(unknown::get);
  }
}
