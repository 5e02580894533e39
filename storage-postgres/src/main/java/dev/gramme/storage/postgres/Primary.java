package dev.gramme.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which server of PostgreSQL is the primary, so that no read comes from one that was replaced. A
 * primary that hangs while a standby is promoted may resume later, and then answers with old rows
 * until it is stopped.
 *
 * <p>Primaries are distinguished by their {@link Timeline}. A thread asks the primary once a
 * second. If there is no answer within {@link #ANSWER}, it asks all hosts and follows the one with
 * the highest timeline. A thread for each other host asks that host once a second, since a primary
 * that nobody stops still answers after a standby was promoted. The only host may be a proxy, so it
 * is asked through a new connection each second. Connections with a lower timeline are closed.
 *
 * <p>A read counts only if its connection has the timeline that the primary has confirmed within
 * the last {@link #VALID}; otherwise it waits for the next answer. This is safe if a standby is
 * never promoted earlier than {@link #VALID} after the last sign of life of the primary, as in
 * Patroni with a {@code ttl} of 6 seconds or more.
 */
final class Primary implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Primary.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration ANSWER = Duration.ofSeconds(3);
  private static final Duration VALID = Duration.ofSeconds(5);

  private final PostgresStoreOptions options;
  private final List<LoginSource> hosts;

  /** The host of the primary, by its place in the URL. */
  private volatile int primaryHost;

  /** The open connections with the timelines of their servers. */
  private final Map<Connection, Long> connections = new ConcurrentHashMap<>();

  private final LongAdder changes = new LongAdder();
  private volatile Confirmation confirmed = new Confirmation(Timeline.NONE, System.nanoTime());
  private volatile boolean closed;
  private List<Thread> watches = List.of();

  /**
   * An answer of the primary.
   *
   * @param askedNanos the time of the question, by {@link System#nanoTime}
   */
  private record Confirmation(long timeline, long askedNanos) {
    boolean isValid() {
      return timeline == Timeline.NONE || System.nanoTime() - askedNanos < VALID.toNanos();
    }
  }

  Primary(PostgresStoreOptions options) {
    this.options = options;
    this.hosts = hosts(options);
  }

  /**
   * Makes a source try the host of the primary first, so that no time is lost with one that hangs.
   */
  void order(LoginSource source) {
    var names = new ArrayList<String>();
    var ports = new ArrayList<Integer>();
    int first = primaryHost;
    for (int i = 0; i < hosts.size(); i++) {
      LoginSource host = hosts.get((first + i) % hosts.size());
      names.add(host.getServerNames()[0]);
      ports.add(host.getPortNumbers()[0]);
    }
    source.setServerNames(names.toArray(String[]::new));
    source.setPortNumbers(ports.stream().mapToInt(Integer::intValue).toArray());
  }

  /**
   * Registers a new connection.
   *
   * @throws SQLException if its server was replaced by another primary, or does not answer
   */
  void admit(Connection connection) throws SQLException {
    long asked = System.nanoTime();
    long timeline = Timeline.of(connection);
    if (timeline == Timeline.NONE && confirmed.timeline() == Timeline.NONE) {
      return;
    }
    synchronized (this) {
      if (timeline > confirmed.timeline()) {
        confirm(new Confirmation(timeline, asked), primaryHost);
      } else if (timeline < confirmed.timeline()) {
        throw new SQLException(
            "the server is no longer the primary: its timeline is %d, and %d was seen before"
                .formatted(timeline, confirmed.timeline()),
            "25006");
      }
      connections.keySet().removeIf(Primary::isClosed);
      connections.put(connection, timeline);
      if (watches.isEmpty() && !closed) {
        watches = startWatches();
      }
    }
  }

  private List<Thread> startWatches() {
    var started = new ArrayList<Thread>();
    started.add(start("primary", this::watchPrimary));
    if (hosts.size() == 1) {
      started.add(start("new-connections", this::watchNewConnections));
    } else {
      for (int i = 0; i < hosts.size(); i++) {
        int host = i;
        started.add(start("host-" + i, () -> watchOther(host)));
      }
    }
    return started;
  }

  private static Thread start(String name, Runnable watch) {
    return Thread.ofPlatform().daemon().name("gramme-postgres-" + name).start(watch);
  }

  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  /**
   * Returns if the server of a connection was still the primary after the read that it answered. If
   * that is not known, it waits for the next answer.
   *
   * @param connection the connection of the read, or its wrapper in a pool
   * @throws SQLException if there is another primary, or the primary does not answer for too long
   */
  void check(Connection connection) throws SQLException {
    long timeline = connections.getOrDefault(connection.unwrap(Connection.class), Timeline.NONE);
    if (!isStill(timeline)) {
      awaitConfirmation(timeline);
    }
  }

  /** Whether the timeline is confirmed; an exception if there is another one. */
  private boolean isStill(long timeline) throws SQLException {
    Confirmation now = confirmed;
    if (now.timeline() != timeline) {
      throw new SQLException("another server has become the primary", "08006");
    }
    return now.isValid();
  }

  private synchronized void awaitConfirmation(long timeline) throws SQLException {
    long deadline = System.nanoTime() + options.patience().toNanos();
    while (!isStill(timeline)) {
      long rest = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (rest <= 0 || closed) {
        throw new SQLException("the primary does not answer", "08006");
      }
      try {
        wait(rest);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException("interrupted while the primary did not answer", "08006", e);
      }
    }
  }

  /**
   * Records an answer. If it comes from another primary, reads from earlier ones no longer count,
   * and the connections to them are closed.
   *
   * @param host the host that has answered, as far as it is known
   */
  private synchronized void confirm(Confirmation answer, int host) {
    long before = confirmed.timeline();
    if (answer.timeline() < before) {
      return;
    }
    if (answer.timeline() > before && before != Timeline.NONE) {
      changes.increment();
      LOG.warn(
          "Another server of PostgreSQL has become the primary (timeline {}, before {}).",
          answer.timeline(),
          before);
      connections.forEach((connection, _) -> abort(connection));
      connections.clear();
    }
    confirmed = answer;
    primaryHost = host;
    notifyAll();
  }

  /**
   * Closes a connection on another thread: closing may wait for a thread that is blocked in a
   * write.
   */
  private static void abort(Connection connection) {
    try {
      connection.abort(
          closing -> Thread.ofPlatform().daemon().name("gramme-postgres-abort").start(closing));
    } catch (SQLException e) {
      LOG.debug("A connection to PostgreSQL could not be closed: {}", Failure.line(e));
    }
  }

  private void watchPrimary() {
    @Nullable Connection asked = null;
    while (!closed) {
      asked = ask(asked);
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
    close(asked);
  }

  /** Asks the primary, or all hosts, and returns the connection to ask next. */
  private @Nullable Connection ask(@Nullable Connection known) {
    if (known != null) {
      long now = System.nanoTime();
      try {
        long timeline = Timeline.of(known);
        confirm(new Confirmation(timeline, now), primaryHost);
        if (timeline >= confirmed.timeline()) {
          return known;
        }
        LOG.debug("The host is no longer the primary.");
      } catch (SQLException e) {
        LOG.debug("The primary does not answer: {}", Failure.line(e));
      }
      close(known);
    }
    return find();
  }

  /** Asks a host that is not the primary whether it has become one with a higher timeline. */
  private void watchOther(int host) {
    @Nullable Connection asked = null;
    while (!closed) {
      if (host == primaryHost) {
        close(asked);
        asked = null;
      } else {
        asked = askOther(host, asked);
      }
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
    close(asked);
  }

  /**
   * Asks the only host through new connections. It may be a proxy, which leads only these to
   * another primary and keeps the existing ones.
   */
  private void watchNewConnections() {
    while (!closed) {
      LockSupport.parkNanos(INTERVAL.toNanos());
      close(askOther(0, null));
    }
  }

  /** Returns the connection to ask next, null if the host does not answer. */
  private @Nullable Connection askOther(int host, @Nullable Connection open) {
    long now = System.nanoTime();
    @Nullable Connection connection = open;
    try {
      if (connection == null) {
        connection = hosts.get(host).getConnection();
      }
      long timeline = Timeline.of(connection);
      if (timeline > confirmed.timeline()) {
        confirm(new Confirmation(timeline, now), host);
      }
    } catch (SQLException e) {
      if (!Timeline.isOfStandby(e)) {
        LOG.debug("Another host does not answer: {}", Failure.line(e));
        close(connection);
        return null;
      }
    }
    return connection;
  }

  /** A primary that a host has answered for. */
  private record Candidate(int host, Connection connection, long timeline) {}

  /** Asks all hosts, and returns a connection to the primary with the highest timeline. */
  private @Nullable Connection find() {
    long now = System.nanoTime();
    var candidates = candidates();
    var best = candidates.stream().max(Comparator.comparingLong(Candidate::timeline));
    candidates.stream()
        .filter(candidate -> best.isEmpty() || candidate.host() != best.get().host())
        .forEach(other -> close(other.connection()));
    if (best.isEmpty()) {
      return null;
    }
    confirm(new Confirmation(best.get().timeline(), now), best.get().host());
    return best.get().connection();
  }

  private List<Candidate> candidates() {
    var candidates = new ArrayList<Candidate>();
    try (var threads = Executors.newCachedThreadPool()) {
      var answers = new ArrayList<Future<Candidate>>();
      for (int i = 0; i < hosts.size(); i++) {
        int host = i;
        answers.add(threads.submit(() -> candidate(host)));
      }
      for (var answer : answers) {
        try {
          candidates.add(answer.get());
        } catch (ExecutionException e) {
          LOG.debug("A host is not the primary, or does not answer.", e.getCause());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
    return candidates;
  }

  private Candidate candidate(int host) throws SQLException {
    Connection connection = hosts.get(host).getConnection();
    try {
      return new Candidate(host, connection, Timeline.of(connection));
    } catch (SQLException e) {
      close(connection);
      throw e;
    }
  }

  /** A source of connections to each host of the URL. */
  private static List<LoginSource> hosts(PostgresStoreOptions options) {
    var all = new LoginSource(options);
    String[] names = all.getServerNames();
    int[] ports = all.getPortNumbers();
    var hosts = new ArrayList<LoginSource>();
    for (int i = 0; i < names.length; i++) {
      var host = new LoginSource(options);
      host.setServerNames(new String[] {names[i]});
      host.setPortNumbers(new int[] {ports[i]});
      host.setTargetServerType("any");
      host.setConnectTimeout((int) ANSWER.toSeconds());
      host.setSocketTimeout((int) ANSWER.toSeconds());
      host.setDefault(PGProperty.APPLICATION_NAME, "gramme-primary");
      hosts.add(host);
    }
    return hosts;
  }

  private static void close(@Nullable Connection connection) {
    if (connection != null) {
      Connections.end(connection);
    }
  }

  /** How often another server became the primary. */
  long changes() {
    return changes.sum();
  }

  /** Ends the threads; reads that wait fail. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    watches.forEach(LockSupport::unpark);
  }
}
