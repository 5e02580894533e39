package dev.gramme.conformance.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.api.Operation;
import dev.gramme.conformance.fuzz.FuzzedDatabase.Kind;
import dev.gramme.testkit.Eventually;
import dev.gramme.testkit.Gen;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Random sessions of requests over all operations; most requests are valid, some are mutated. Every
 * request must be answered in time with 200 or 400, in both wordings and with verified signatures.
 * No memory, threads or tables may be left at the end.
 *
 * <p>A failure names the seed of its session; {@code -Dgramme.seed=<n>} runs that session alone. No
 * other tests run at the same time, because this class measures the JVM.
 */
@Isolated
@Tag("slow")
final class RequestFuzzTest {
  private static final int SESSIONS = 6;
  private static final int MANY_SESSIONS = 1_000_000 / FuzzSession.REQUESTS;

  /** After this many sessions all classes are loaded, and all threads and caches exist. */
  private static final int WARM_UP_SESSIONS = 4;

  /** The least percentage of valid requests that must succeed; usually more than 80% do. */
  private static final int LEAST_PERCENT = 60;

  /** The accepted growth of the heap, because caches fill and code is compiled. */
  private static final long MAX_GROWTH_BYTES = 64L << 20;

  /** The names of threads in pools begin with these. */
  private static final List<String> POOLS = List.of("ForkJoinPool", "background-", "evaluation-");

  /**
   * The accepted number of new threads, because a JVM may start timers and the like at any time.
   */
  private static final int MAX_NEW_THREADS = 4;

  private static final int PROGRESS_SESSIONS = 20;

  /** Each session advances the clock, which is possible by a hundred years in total. */
  private static final int MAX_SESSIONS_OF_A_DATABASE = 500;

  @TempDir Path folder;

  @Test
  void every_operation_has_a_rule_in_the_grammar() throws IOException {
    try (var database = new FuzzedDatabase(folder, Kind.CLASSIC_WORDING)) {
      var gen = new Gen(0);
      var grammar = new Grammar(gen, new World(gen, database));

      assertThat(grammar.operations())
          .containsExactlyInAnyOrderElementsOf(
              FuzzedDatabase.operations().stream().map(Operation::name).toList());
    }
  }

  @Test
  void random_sessions_are_answered_and_leave_nothing_behind() throws IOException {
    check(SESSIONS);
  }

  @Test
  @Tag("long")
  void a_million_requests_are_answered_and_leave_nothing_behind() throws IOException {
    check(MANY_SESSIONS);
  }

  private void check(int sessions) throws IOException {
    var tally = new Tally();
    try (var run = new Run(folder, tally)) {
      Gen.forAll(sessions, run::session);
      if (Long.getLong(Gen.SEED_PROPERTY) != null) {
        System.out.println(tally);
        return;
      }
      // Chance decides which operations a session draws.
      for (int i = 0; i < sessions && !hasSucceeded(tally); i++) {
        Gen.forAll(1, run::session);
      }
      System.out.println(tally);
      run.checkGrowth();
    }
    assertThat(tally.percentSucceeded()).as(tally::details).isGreaterThan(LEAST_PERCENT);
    assertThat(FuzzedDatabase.operations())
        .as(tally::details)
        .allSatisfy(operation ->
            assertThat(tally.succeeded(operation.name()) > 0)
                .as(operation.name() + " succeeds")
                .isNotEqualTo(Grammar.NEVER_SUCCEED.contains(operation.name())));
  }

  /** Whether each operation that can succeed has done so. */
  private static boolean hasSucceeded(Tally tally) {
    return FuzzedDatabase.operations().stream()
        .map(Operation::name)
        .allMatch(name -> Grammar.NEVER_SUCCEED.contains(name) || tally.succeeded(name) > 0);
  }

  /** Consecutive sessions on the same databases, and the growth of heap and threads. */
  private static final class Run implements AutoCloseable {
    private final Path folder;
    private final Tally tally;
    private final Map<Kind, FuzzedDatabase> databases = new EnumMap<>(Kind.class);
    private int sessions;
    private long heapBytes;
    private Set<Thread> threads = Set.of();

    Run(Path folder, Tally tally) throws IOException {
      this.folder = folder;
      this.tally = tally;
      open();
    }

    private void open() throws IOException {
      for (Kind kind : Kind.values()) {
        databases.put(kind, new FuzzedDatabase(folder.resolve(kind.name()), kind));
      }
    }

    void session(Gen gen) throws IOException {
      if (sessions > 0 && sessions % MAX_SESSIONS_OF_A_DATABASE == 0) {
        close();
        open();
      }
      var database = Objects.requireNonNull(databases.get(gen.oneOf(Kind.values())));
      new FuzzSession(gen, database, tally).run();
      sessionEnded();
    }

    @Override
    public void close() {
      databases.values().forEach(FuzzedDatabase::close);
    }

    private void sessionEnded() {
      sessions++;
      if (sessions == WARM_UP_SESSIONS) {
        heapBytes = usedHeapBytes();
        threads = liveThreads();
      }
      if (sessions % PROGRESS_SESSIONS == 0) {
        System.out.println("after " + sessions + " sessions: " + tally);
      }
    }

    void checkGrowth() {
      Eventually.passes(() ->
          assertThat(usedHeapBytes() - heapBytes)
              .as("growth of the heap in bytes, from " + heapBytes)
              .isLessThan(MAX_GROWTH_BYTES));
      // The databases have been opened anew in between, so their threads are others, but as many.
      Eventually.passes(() ->
          assertThat(liveThreads())
              .as("threads, which were at first " + threads)
              .hasSizeLessThanOrEqualTo(threads.size() + MAX_NEW_THREADS));
    }

    private static long usedHeapBytes() {
      System.gc();
      return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** All threads except those of pools, which come and go at any time. */
    private static Set<Thread> liveThreads() {
      var live = new HashSet<Thread>();
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (POOLS.stream().noneMatch(thread.getName()::startsWith)) {
          live.add(thread);
        }
      }
      return live;
    }
  }
}
