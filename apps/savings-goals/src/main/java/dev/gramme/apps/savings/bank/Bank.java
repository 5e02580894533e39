package dev.gramme.apps.savings.bank;

import dev.gramme.apps.savings.domain.Moments;
import dev.gramme.apps.savings.event.BalanceEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts deposits, reconciles them, and closes its books for the data platform.
 *
 * <p>An event is written to an outbox in the transaction that it reports, sent afterwards, and
 * removed when Kafka has acknowledged it. So no deposit is lost, and some events are sent twice. If
 * Kafka does not acknowledge an event soon, the deposit counts nevertheless, and {@link #republish}
 * sends the event later.
 *
 * <p>A lock makes deposits and the closing of the books mutually exclusive, and the time is taken
 * under the lock. Otherwise a deposit could commit after the closing with an earlier time, and a
 * batch run would claim to include it although it never saw it.
 */
public final class Bank {
  private static final String OPEN =
      "SELECT count(*) FROM bank.contribution WHERE person_id = ? AND goal_id = ?"
          + " AND export_id IS NULL AND state <> 'FAILED'";

  private static final Logger log = LoggerFactory.getLogger(Bank.class);

  /** How long a deposit waits until Kafka has acknowledged its event. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** The largest number of events that are read from the outbox at once. */
  private static final int MAX_REPUBLISHED = 1_000;

  private final DataSource database;
  private final EventPublisher publisher;
  private final InstantSource clock;

  public Bank(DataSource database, EventPublisher publisher, InstantSource clock) {
    this.database = database;
    this.publisher = publisher;
    this.clock = clock;
  }

  /**
   * An accepted change of a balance.
   *
   * @param isPublished false if Kafka has not acknowledged the event yet
   */
  public record Booked(BalanceEvent event, boolean isPublished) {}

  /** Creates the tables of the bank, if they do not exist. */
  public static void create(Connection connection) throws SQLException {
    try (var in = Bank.class.getResourceAsStream("bank.sql");
        var statement = connection.createStatement()) {
      if (in == null) {
        throw new IllegalStateException("bank.sql is missing");
      }
      statement.execute(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Accepts a deposit and publishes an event.
   *
   * @throws BankException if the customer does not exist, or has not chosen the goal
   */
  public Booked deposit(String personId, String goalId, BigDecimal amount)
      throws SQLException, BankException {
    if (amount.signum() <= 0 || amount.scale() > 2) {
      throw new BankException("an amount must be positive and have at most two decimals");
    }
    return inTransaction(connection -> {
      lockAgainstClosing(connection);
      String segment = segment(connection, personId, goalId);
      var account = book(connection, personId, goalId, amount, Moments.month(now()));
      String eventId = UUID.randomUUID().toString();
      insertContribution(connection, eventId, personId, goalId, amount, account.at());
      int open = open(connection, personId, goalId);
      return new BalanceEvent(
          eventId,
          BalanceEvent.Kind.DEPOSIT,
          personId,
          goalId,
          segment,
          account.month(),
          amount,
          account.balance(),
          open,
          account.at());
    });
  }

  /**
   * Makes the reconciliation of a deposit fail: its amount is taken back, and an event reports the
   * balance without it.
   *
   * @throws BankException if the deposit does not exist or is reconciled already
   */
  public Booked fail(String depositId) throws SQLException, BankException {
    return inTransaction(connection -> {
      lockAgainstClosing(connection);
      try (var update =
              prepare(
                  connection,
                  "UPDATE bank.contribution SET state = 'FAILED' WHERE event_id = ?"
                      + " AND state = 'PENDING'"
                      + " RETURNING person_id, goal_id, amount, occurred_at",
                  depositId);
          var rows = update.executeQuery()) {
        if (!rows.next()) {
          throw new BankException("no deposit " + depositId + " waits for its reconciliation");
        }
        return reversal(
            connection,
            rows.getString(1),
            rows.getString(2),
            rows.getBigDecimal(3),
            Moments.month(rows.getObject(4, OffsetDateTime.class).toInstant()));
      }
    });
  }

  private BalanceEvent reversal(
      Connection connection, String personId, String goalId, BigDecimal amount, YearMonth month)
      throws SQLException, BankException {
    String segment = segment(connection, personId, goalId);
    var account = book(connection, personId, goalId, amount.negate(), month);
    return new BalanceEvent(
        UUID.randomUUID().toString(),
        BalanceEvent.Kind.REVERSAL,
        personId,
        goalId,
        segment,
        account.month(),
        amount.negate(),
        account.balance(),
        open(connection, personId, goalId),
        account.at());
  }

  /** Confirms all unreconciled deposits. */
  public int confirmAll() throws SQLException {
    try (var connection = database.getConnection()) {
      return update(
          connection, "UPDATE bank.contribution SET state = 'CONFIRMED' WHERE state = 'PENDING'");
    }
  }

  /**
   * Closes the books: a new export contains all reconciled deposits that are in no export yet, and
   * the time up to which no deposit is open is recorded for each customer. What was saved for
   * reached goals is invested.
   *
   * @return the export
   */
  public long closeBooks() throws SQLException {
    try (var connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        statement.execute("LOCK TABLE bank.contribution IN SHARE ROW EXCLUSIVE MODE");
      }
      long export = insertExport(connection);
      update(
          connection,
          "UPDATE bank.contribution SET export_id = ?"
              + " WHERE export_id IS NULL AND state <> 'PENDING'",
          export);
      update(
          connection,
          "INSERT INTO bank.export_open SELECT ?, person_id,"
              + " min(occurred_at) - interval '1 microsecond'"
              + " FROM bank.contribution WHERE state = 'PENDING' GROUP BY person_id",
          export);
      Investments.invest(connection, Moments.month(now()));
      connection.commit();
      return export;
    }
  }

  private long insertExport(Connection connection) throws SQLException {
    try (var insert =
            prepare(
                connection,
                "INSERT INTO bank.export (closed_at) VALUES (?) RETURNING export_id",
                now().atOffset(ZoneOffset.UTC));
        var rows = insert.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private record Waiting(String eventId, String personId, String event) {}

  /**
   * Sends the events in the outbox again, until Kafka does not acknowledge one.
   *
   * @return the number of acknowledged events
   */
  public int republish() throws SQLException {
    var waiting = new ArrayList<Waiting>();
    try (var connection = database.getConnection();
        var select =
            prepare(
                connection,
                "SELECT event_id, person_id, event FROM bank.outbox LIMIT ?",
                MAX_REPUBLISHED);
        var rows = select.executeQuery()) {
      while (rows.next()) {
        waiting.add(new Waiting(rows.getString(1), rows.getString(2), rows.getString(3)));
      }
    }
    int sent = 0;
    for (var event : waiting) {
      if (!send(event.eventId(), event.personId(), event.event())) {
        break;
      }
      sent++;
    }
    return sent;
  }

  @FunctionalInterface
  private interface Booking {
    BalanceEvent in(Connection connection) throws SQLException, BankException;
  }

  private Booked inTransaction(Booking booking) throws SQLException, BankException {
    BalanceEvent event;
    try (var connection = database.getConnection()) {
      connection.setAutoCommit(false);
      event = booking.in(connection);
      update(
          connection,
          "INSERT INTO bank.outbox VALUES (?, ?, ?)",
          event.eventId(),
          event.personId(),
          event.json());
      connection.commit();
    }
    return new Booked(event, send(event.eventId(), event.personId(), event.json()));
  }

  /**
   * Sends an event, which is committed already, so no failure may reach the caller.
   *
   * @return whether Kafka has acknowledged it
   */
  private boolean send(String eventId, String personId, String event) {
    try {
      publisher.publish(personId, event).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      log.warn("Kafka has not acknowledged event {}; the outbox sends it again", eventId, e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    try (var connection = database.getConnection()) {
      update(connection, "DELETE FROM bank.outbox WHERE event_id = ?", eventId);
    } catch (SQLException e) {
      log.warn("event {} stays in the outbox and is sent twice", eventId, e);
    }
    return true;
  }

  static void lockAgainstClosing(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("LOCK TABLE bank.contribution IN ROW EXCLUSIVE MODE");
    }
  }

  private record Account(YearMonth month, BigDecimal balance, Instant at) {}

  /**
   * Changes the balance of a month. A later month starts at 0; changes of an earlier one no longer
   * affect the balance. The time of an account never goes back.
   */
  private Account book(
      Connection connection, String personId, String goalId, BigDecimal amount, YearMonth month)
      throws SQLException {
    try (var upsert =
            prepare(
                connection,
                """
                INSERT INTO bank.account AS a (person_id, goal_id, month, balance, last_at)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (person_id, goal_id) DO UPDATE SET
                  balance = CASE
                    WHEN a.month = excluded.month THEN a.balance + excluded.balance
                    WHEN a.month < excluded.month THEN excluded.balance
                    ELSE a.balance END,
                  month = greatest(a.month, excluded.month),
                  last_at = greatest(excluded.last_at, a.last_at + interval '1 microsecond')
                RETURNING month, balance, last_at
                """,
                personId,
                goalId,
                month.atDay(1),
                amount,
                now().atOffset(ZoneOffset.UTC));
        var rows = upsert.executeQuery()) {
      rows.next();
      return new Account(
          YearMonth.from(rows.getObject(1, LocalDate.class)),
          rows.getBigDecimal(2),
          rows.getObject(3, OffsetDateTime.class).toInstant());
    }
  }

  private static void insertContribution(
      Connection connection,
      String eventId,
      String personId,
      String goalId,
      BigDecimal amount,
      Instant at)
      throws SQLException {
    update(
        connection,
        "INSERT INTO bank.contribution VALUES (?, ?, ?, ?, ?, 'PENDING', NULL)",
        eventId,
        personId,
        goalId,
        amount,
        at.atOffset(ZoneOffset.UTC));
  }

  private static int open(Connection connection, String personId, String goalId)
      throws SQLException {
    try (var select = prepare(connection, OPEN, personId, goalId);
        var rows = select.executeQuery()) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static String segment(Connection connection, String personId, String goalId)
      throws SQLException, BankException {
    try (var select =
            prepare(
                connection,
                "SELECT segment FROM bank.customer WHERE person_id = ? AND ? = ANY (goals)",
                personId,
                goalId);
        var rows = select.executeQuery()) {
      if (!rows.next()) {
        throw new BankException("no customer " + personId + " has chosen " + goalId);
      }
      return rows.getString(1);
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  static int update(Connection connection, String sql, Object... parameters) throws SQLException {
    try (var statement = prepare(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
      throws SQLException {
    var statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }
}
