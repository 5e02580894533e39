package dev.gramme.apps.savings.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.gramme.apps.savings.app.TestPostgres;
import dev.gramme.apps.savings.domain.RuleBook;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bank and its outbox with a real PostgreSQL, and Kafka's producer for tests. */
@Tag("slow")
final class OutboxTest {
  private static final String PERSON = "p-00000001";
  private static final String SAVINGS = "SAVINGS_ACCOUNT";
  private static final int MANY = 100_000;

  @TempDir private static Path folder;
  private static TestPostgres postgres;
  private static HikariDataSource database;

  private MockProducer<String, String> kafka;
  private Bank bank;

  @BeforeAll
  static void start() throws Exception {
    postgres = TestPostgres.start(folder);
    var pool = new HikariConfig();
    pool.setJdbcUrl(postgres.jdbcUrl());
    database = new HikariDataSource(pool);
    try (var connection = database.getConnection()) {
      RuleBook.create(connection);
      Bank.create(connection);
      Customers.invent(connection, MANY);
    }
  }

  @AfterAll
  static void stop() {
    database.close();
    postgres.close();
  }

  @BeforeEach
  void emptyOutbox() throws SQLException {
    kafka = producer(true);
    bank = bankWith(kafka);
    try (var connection = database.getConnection()) {
      var _ = Bank.update(connection, "DELETE FROM bank.outbox");
    }
  }

  private static MockProducer<String, String> producer(boolean acknowledges) {
    var strings = new StringSerializer();
    return new MockProducer<>(acknowledges, new RoundRobinPartitioner(), strings, strings);
  }

  private static Bank bankWith(MockProducer<String, String> kafka) {
    return new Bank(database, new EventPublisher(kafka), InstantSource.system());
  }

  private static List<String> sent(MockProducer<String, String> kafka) {
    return kafka.history().stream().map(ProducerRecord::value).toList();
  }

  private Bank.Booked deposit() throws Exception {
    return bank.deposit(PERSON, SAVINGS, new BigDecimal("5.00"));
  }

  @Test
  void an_acknowledged_event_is_sent_once() throws Exception {
    var booked = deposit();

    assertThat(booked.isPublished()).isTrue();
    assertThat(bank.republish()).isZero();
    assertThat(sent(kafka)).containsExactly(booked.event().json());
  }

  @Test
  void a_deposit_counts_while_kafka_fails_and_the_outbox_sends_its_event_until_it_is_acknowledged()
      throws Exception {
    kafka.sendException = new KafkaException("no broker");
    var booked = deposit();
    assertThat(booked.isPublished()).isFalse();
    assertThat(bank.republish()).isZero();
    assertThat(sent(kafka)).isEmpty();

    kafka.sendException = null;

    assertThat(bank.republish()).isEqualTo(1);
    assertThat(bank.republish()).isZero();
    assertThat(sent(kafka)).containsExactly(booked.event().json());
  }

  @Test
  void an_event_whose_acknowledgement_is_lost_is_sent_again_with_the_same_id_and_time()
      throws Exception {
    var silent = producer(false);
    bank = bankWith(silent);
    var booked = deposit();
    assertThat(booked.isPublished()).isFalse();

    assertThat(bankWith(kafka).republish()).isEqualTo(1);

    assertThat(sent(silent)).containsExactly(booked.event().json());
    assertThat(sent(kafka)).containsExactly(booked.event().json());
  }

  @Test
  void what_the_bank_refuses_says_who_and_what() {
    assertThatThrownBy(() -> bank.deposit("p-none", SAVINGS, BigDecimal.ONE))
        .hasMessageContaining("p-none")
        .hasMessageContaining(SAVINGS);
    assertThatThrownBy(() -> bank.deposit(PERSON, SAVINGS, new BigDecimal("-1")))
        .hasMessageContaining("an amount must be positive");
    assertThatThrownBy(() -> bank.fail("e-none")).hasMessageContaining("no deposit e-none waits");
  }

  /** Counts rows, which do not depend on the machine as times do. */
  @Test
  void a_page_of_100_000_customers_reads_only_its_rows() throws Exception {
    var list = new CustomerList(database);
    try (var connection = database.getConnection()) {
      var _ = Bank.update(connection, "ANALYZE bank.customer");
      assertThat(rowsRead(connection, "", "")).isLessThanOrEqualTo(13);
      assertThat(rowsRead(connection, "", "p-00099000")).isLessThanOrEqualTo(13);
    }
    var page = list.find("", "p-00050000", 12);
    assertThat(page.customers()).hasSize(12);
    assertThat(page.next()).isEqualTo("p-00050012");
    assertThat(list.find("099999", "", 12).customers())
        .extracting(CustomerList.Entry::personId)
        .containsExactly("p-00099999");
    assertThat(list.find("nobody", "", 12).customers()).isEmpty();
  }

  /** The rows that the plan of a page of 12 reads from the table. */
  private static long rowsRead(Connection connection, String search, String after)
      throws SQLException {
    try (var explain =
            Bank.prepare(
                connection,
                "EXPLAIN (ANALYZE, FORMAT TEXT) " + CustomerList.PAGE,
                after,
                search,
                search,
                search,
                13);
        var plan = explain.executeQuery()) {
      long rows = 0;
      while (plan.next()) {
        var line = plan.getString(1);
        if (line.contains("Scan") && line.contains("actual")) {
          rows += (long) Double.parseDouble(line.replaceFirst(".*actual.* rows=([0-9.]+).*", "$1"));
        }
        if (line.contains("Rows Removed by Filter")) {
          rows += Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
      return rows;
    }
  }
}
