package dev.gramme.apps.savings.app;

import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.savings.load.DepositLoad;
import dev.gramme.apps.savings.stream.BalanceConsumer;
import dev.gramme.apps.savings.stream.BalanceWriter;
import dev.gramme.apps.savings.stream.CurrentRules;
import dev.gramme.apps.web.FixedRate;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Program;
import dev.gramme.apps.web.command.Setting;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.command.SettingsException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;

/** The command line. */
public final class Main {
  /** The value of a setting that starts a new server. */
  static final String START = "start";

  static final String PREFIX = "SAVINGS";

  /**
   * The environment variable of {@code --jdbc}. Child processes get the address in this way, since
   * other users can see a process's command line, and the address may contain the password.
   */
  static final String JDBC_VARIABLE = PREFIX + "_JDBC";

  private static final int PORT = 8080;
  private static final int MAX_CUSTOMERS = 99_999_999;
  private static final int MOST = 100_000;

  private static final Setting DATA =
      Setting.path(
          "data", "FOLDER", "./data/savings-goals", "of the servers that this program starts");
  private static final Setting DYNAMODB =
      Setting.url("dynamodb", List.of(START, "aws"), START, "what speaks DynamoDB's protocol");
  private static final Setting KAFKA =
      Setting.address(
          "kafka",
          List.of(START),
          "HOST:PORT",
          Pattern.compile("[^\\s:]+:\\d+(,[^\\s:]+:\\d+)*"),
          "HOST:PORT",
          START,
          "Apache Kafka");
  private static final Setting JDBC =
      Setting.address(
          "jdbc",
          List.of(START),
          "URL",
          Pattern.compile("jdbc:postgresql:\\S+"),
          "jdbc:postgresql://HOST:PORT/DATABASE?user=USER&password=PASSWORD",
          START,
          "PostgreSQL");
  private static final Setting CUSTOMERS =
      Setting.whole(
          "customers", 1_000, 1, MAX_CUSTOMERS, "the minimum number of the bank's customers");

  static final List<Setting> SERVE =
      List.of(
          Setting.port(PORT, "of the API and the page"),
          DATA,
          DYNAMODB,
          KAFKA,
          JDBC,
          Setting.text(
              "gold", "FOLDER", "", "of the gold tables (<data>/gold); s3a://bucket/prefix is S3"),
          Setting.text("s3-endpoint", "URL", "", "of an S3 server other than Amazon's"),
          CUSTOMERS,
          Setting.whole("writes-per-second", 0, 0, MOST, "limit of the batch; 0 for no limit"),
          Setting.path("batch", "FOLDER", "apps/savings-goals-batch", "of the batch, built"));

  private static final List<Setting> CONSUMER = List.of(DYNAMODB, KAFKA, JDBC);

  private static final List<Setting> LOAD =
      List.of(
          Setting.url("app", List.of(), "http://127.0.0.1:" + PORT, "the application"),
          CUSTOMERS,
          Setting.whole(
              "deposits-per-second",
              50,
              1,
              MOST,
              "a fixed rate, also if the system cannot keep up"),
          Setting.whole("seconds", 30, 1, MOST, "how long"),
          Setting.whole("seed", 1, 0, Integer.MAX_VALUE, "the same seed gives the same deposits"));

  private Main() {}

  /** Runs a command until it ends or the process is terminated. */
  public static void main(String[] arguments) {
    new Program("savings-goals", "Savings goals: two pipelines, one answer.", PREFIX)
        .command("serve", "the consumer, the API, and the servers not given", SERVE, Main::serve)
        .command(
            "consumer", "only the stream consumer, with given servers", CONSUMER, Main::consume)
        .command("load", "makes deposits and measures when they become visible", LOAD, Main::load)
        .main(arguments);
  }

  private static void serve(Settings settings) throws Exception {
    var http = new JsonServer(settings.number("port"));
    System.out.println("starting; logs and data are in " + settings.path("data"));
    var backends = Backends.start(settings);
    var application = Application.start(settings, backends, http);
    var consumer = ConsumerProcess.start(settings, backends);
    backends.supervisor().watch("stream consumer", consumer);
    application.batches().startFirst();
    System.out.print(addresses(application.port(), backends));
    Program.serve(backends.supervisor(), consumer, application, backends);
  }

  /** The addresses to show at the start, without the password. */
  static String addresses(int port, Backends backends) {
    return "savings goals  http://127.0.0.1:%d/%n  dynamodb  %s%n  kafka     %s%n  rules     %s%n"
        .formatted(port, backends.dynamodb(), backends.kafka(), backends.jdbcAddress());
  }

  private static void consume(Settings settings) throws Exception {
    for (Setting needed : CONSUMER) {
      if (settings.text(needed.name()).equals(START)) {
        throw new SettingsException("consumer needs --" + needed.name() + " of a running server");
      }
    }
    var backends = Backends.given(settings);
    var dynamo = backends.endpoint().client();
    var rules = new CurrentRules(backends.jdbcUrl(), InstantSource.system());
    var consumer =
        BalanceConsumer.start(
            backends.kafka(),
            new BalanceWriter(new PendingTable(dynamo, InstantSource.system()), rules));
    exitWhenFailed(consumer);
    System.out.println("consuming");
    Program.serve(consumer, dynamo);
  }

  /** Ends the process with its consumer, so that the supervisor starts both again. */
  static void exitWhenFailed(BalanceConsumer consumer) {
    consumer.whenFailed(() -> System.exit(1));
  }

  private static void load(Settings settings) throws Exception {
    new DepositLoad(
            URI.create(settings.text("app")),
            settings.number("customers"),
            settings.number("seed"),
            System.out)
        .run(new FixedRate(settings.number("deposits-per-second"), settings.number("seconds")));
  }

  /** The location of the gold tables. */
  static String gold(Settings settings) {
    String gold = settings.text("gold");
    return gold.isEmpty() ? settings.path("data").resolve("gold").toString() : gold;
  }
}
