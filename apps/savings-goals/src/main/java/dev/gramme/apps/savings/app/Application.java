package dev.gramme.apps.savings.app;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.gramme.apps.savings.bank.Bank;
import dev.gramme.apps.savings.bank.CustomerList;
import dev.gramme.apps.savings.bank.Customers;
import dev.gramme.apps.savings.bank.EventPublisher;
import dev.gramme.apps.savings.bank.GoalChoices;
import dev.gramme.apps.savings.bank.Investments;
import dev.gramme.apps.savings.domain.BatchTable;
import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.savings.domain.RuleBook;
import dev.gramme.apps.savings.event.BalanceEvent;
import dev.gramme.apps.savings.serving.GoalReader;
import dev.gramme.apps.savings.stream.BalanceConsumer;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.command.StartException;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;

/**
 * The system except for the stream consumer and the batch, which are separate processes: the bank,
 * the serving API and the page, in one process for simplicity.
 */
public final class Application implements AutoCloseable {
  private static final int PARTITIONS = 3;
  private static final int CONNECTIONS = 16;
  private static final long CONNECT_MILLIS = 5_000;
  private static final Duration BETWEEN_OUTBOXES = Duration.ofSeconds(5);

  private static final Logger log = LoggerFactory.getLogger(Application.class);

  private final HikariDataSource database;
  private final EventPublisher publisher;
  private final DynamoDbClient dynamo;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Bank bank;
  private final GoalReader goals;
  private final BatchProcess batch;
  private final BatchRuns batches;
  private final GoalChoices choices;
  private final CustomerList customers;
  private final Investments investments;
  private final Backends backends;
  private final Admin kafka;
  private final Health health;
  private final Thread outbox;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final JsonServer http;

  private Application(Settings settings, Backends backends, JsonServer http)
      throws IOException, SQLException {
    var pool = new HikariConfig();
    pool.setJdbcUrl(backends.jdbcUrl());
    pool.setMaximumPoolSize(CONNECTIONS);
    pool.setConnectionTimeout(CONNECT_MILLIS);
    this.database = connected(pool);
    this.publisher = new EventPublisher(backends.kafka());
    this.dynamo = backends.endpoint().client();
    var batchTable = new BatchTable(dynamo);
    var pendingTable = new PendingTable(dynamo, InstantSource.system());
    this.bank = new Bank(database, publisher, InstantSource.system());
    this.goals = new GoalReader(batchTable, pendingTable, threads);
    this.batch = BatchProcess.of(settings, backends);
    this.batches = new BatchRuns(batch, bank, database);
    this.choices = new GoalChoices(database, pendingTable, InstantSource.system());
    this.customers = new CustomerList(database);
    this.investments = new Investments(database);
    this.backends = backends;
    this.kafka = admin(backends.kafka());
    this.health = new Health(backends.supervisor(), servers(), threads);
    this.outbox = Thread.ofPlatform().daemon().name("outbox").unstarted(this::republish);
    this.http = http;
    try (var connection = database.getConnection()) {
      RuleBook.create(connection);
      Bank.create(connection);
      Customers.invent(connection, settings.number("customers"));
    }
    createTopics(kafka);
    batchTable.create();
    pendingTable.create();
    outbox.start();
  }

  /** Sends events that Kafka did not acknowledge, such as while it was restarted. */
  private void republish() {
    try {
      do {
        try {
          bank.republish();
        } catch (SQLException | RuntimeException e) {
          log.warn("the bank's outbox could not be sent; it is sent again", e);
        }
      } while (!closed.await(BETWEEN_OUTBOXES.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Creates missing tables and topics, and serves.
   *
   * @param http is closed with the application
   */
  public static Application start(Settings settings, Backends backends, JsonServer http)
      throws IOException, SQLException {
    var application = new Application(settings, backends, http);
    Routes.add(application.http, application);
    application.http.start();
    return application;
  }

  private static HikariDataSource connected(HikariConfig pool) throws StartException {
    try {
      return new HikariDataSource(pool);
    } catch (PoolInitializationException e) {
      throw new StartException("the database of --jdbc does not answer: " + e.getMessage(), e);
    }
  }

  private static Admin admin(String kafka) {
    return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) kafka));
  }

  private List<Health.Server> servers() {
    return List.of(
        new Health.Server(
            "Tables",
            backends.dynamodb(),
            () -> dynamo.listTables(ListTablesRequest.builder().limit(1).build())),
        new Health.Server("Kafka", backends.kafka(), () -> kafka.describeCluster().nodes().get()),
        new Health.Server("PostgreSQL", backends.jdbcAddress(), this::connect));
  }

  private String connect() throws SQLException {
    try (var connection = database.getConnection()) {
      return connection.getMetaData().getDatabaseProductVersion();
    }
  }

  private static void createTopics(Admin admin) throws IOException {
    try {
      for (String name : List.of(BalanceEvent.TOPIC, BalanceConsumer.DEAD_TOPIC)) {
        try {
          admin.createTopics(List.of(new NewTopic(name, PARTITIONS, (short) 1))).all().get();
        } catch (ExecutionException e) {
          if (!(e.getCause() instanceof TopicExistsException)) {
            throw new StartException(
                "Kafka cannot create the topic " + name + ": " + e.getCause(), e);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** The bank. */
  public Bank bank() {
    return bank;
  }

  /** The reader of both tables. */
  public GoalReader goals() {
    return goals;
  }

  /** Runs the batch for the page and the API. */
  BatchRuns batches() {
    return batches;
  }

  /** The choices of goals. */
  GoalChoices choices() {
    return choices;
  }

  /** The bank's customers. */
  CustomerList customers() {
    return customers;
  }

  /** The rewards. */
  Investments investments() {
    return investments;
  }

  /** The state of processes and servers. */
  Health health() {
    return health;
  }

  /** The servers that the application uses. */
  Backends backends() {
    return backends;
  }

  /** The batch. */
  public BatchProcess batch() {
    return batch;
  }

  /** The port of the API and the page. */
  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    http.close();
    closed.countDown();
    publisher.close();
    kafka.close();
    database.close();
    dynamo.close();
    threads.close();
  }
}
