package dev.gramme.apps.savings.app;

import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.savings.load.DepositLoad;
import dev.gramme.apps.savings.stream.BalanceConsumer;
import dev.gramme.apps.savings.stream.BalanceWriter;
import dev.gramme.apps.savings.stream.CurrentRules;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/** The command line. */
public final class Main {
  private static final String HELP =
      """
      savings-goals [serve]    everything: starts the servers that it is not given, the consumer, the API
      savings-goals consumer   the stream consumer alone; needs --dynamodb, --kafka and --jdbc
      savings-goals load       makes deposits and measures how soon they are seen; needs a running --app

        --port NUMBER                of the API and the page (8080)
        --data FOLDER                of the servers that are started (./data/savings-goals)
        --dynamodb start|URL|aws     Gramme, or anything else that speaks DynamoDB's protocol
        --kafka start|HOST:PORT      Apache Kafka
        --jdbc start|URL             PostgreSQL
        --gold FOLDER                of the gold tables (<data>/gold); s3a://bucket/prefix is in S3
        --s3-endpoint URL            of a server of S3 that is not Amazon's
        --customers NUMBER           how many the bank has at least (1000)
        --writes-per-second NUMBER   that the batch makes at most; 0 for as many as go (0)
        --app URL                    where the load goes (http://127.0.0.1:8080)
        --deposits-per-second NUMBER, --seconds NUMBER, --seed NUMBER   the load (50, 30, 1)

      Each is also a variable of the environment, such as SAVINGS_PORT.
      """;

  private Main() {}

  /** Runs a command until it ends, or until the process is ended. */
  public static void main(String[] arguments) throws Exception {
    boolean named = arguments.length > 0 && !arguments[0].startsWith("--");
    String command = named ? arguments[0] : "serve";
    Settings settings;
    try {
      settings = Settings.of(System.getenv(), named ? 1 : 0, arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.println(HELP);
      System.exit(2);
      return;
    }
    switch (command) {
      case "serve" -> serve(settings);
      case "consumer" -> consume(settings);
      case "load" ->
          new DepositLoad(
                  URI.create(settings.text("app")),
                  settings.number("customers"),
                  settings.number("seed"),
                  System.out)
              .run(settings.number("deposits-per-second"), settings.number("seconds"));
      default -> System.out.print(HELP);
    }
  }

  private static void serve(Settings settings) throws Exception {
    System.out.println("starting; logs and data are in " + settings.data());
    var backends = Backends.start(settings);
    var application = Application.start(settings, backends);
    var consumer = consumerProcess(settings, backends);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              consumer.close();
              application.close();
              backends.close();
            }));
    System.out.printf(
        "savings goals  http://127.0.0.1:%d/%n  dynamodb  %s%n  kafka     %s%n  rules     %s%n",
        application.port(), backends.dynamodb(), backends.kafka(), backends.jdbcUrl());
    System.out.println("Ctrl-C stops");
    new CountDownLatch(1).await();
  }

  /** Starts the stream consumer beside this process. */
  public static ChildJvm consumerProcess(Settings settings, Backends backends) throws IOException {
    return ChildJvm.start(
        settings.data().resolve("consumer.log"),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "dev.gramme.apps.savings.app.Main",
        "consumer",
        "--dynamodb",
        backends.dynamodb(),
        "--kafka",
        backends.kafka(),
        "--jdbc",
        backends.jdbcUrl());
  }

  private static void consume(Settings settings) throws Exception {
    var backends = Backends.start(settings);
    var dynamo = backends.endpoint().client();
    var rules = new CurrentRules(backends.jdbcUrl(), InstantSource.system());
    var consumer =
        BalanceConsumer.start(backends.kafka(), new BalanceWriter(new PendingTable(dynamo), rules));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              consumer.close();
              dynamo.close();
              backends.close();
            }));
    System.out.println("consuming");
    new CountDownLatch(1).await();
  }
}
