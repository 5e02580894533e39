package dev.gramme.apps.incidents.app;

import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.load.IncidentLoad;
import dev.gramme.apps.incidents.measure.Measurements;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;

/** The command line. */
public final class Main {
  private static final String HELP =
      """
      incidents [serve]   everything: the database, the interface and the page, with invented accounts

        --port NUMBER             of the interface and the page (8081)
        --dynamodb start|URL|aws  Gramme in this process, or anything else that speaks DynamoDB's protocol
        --data FOLDER             of the database in this process (./data/incidents)
        --table NAME              (incidents)
        --accounts, --teams, --users, --incidents NUMBER   accounts that are invented, and what each has (2, 6, 8, 60)

      incidents load      makes load on a running --app, and measures how soon it is answered

        --app URL                 (http://127.0.0.1:8081)
        --requests-per-second NUMBER, --seconds NUMBER, --seed NUMBER   (50, 30, 1)
        --largest-kilobytes NUMBER  of the details of an incident (300)

      incidents measure   what the designs cost and where they throttle; writes --report
                          (apps/incidents/RESULTS.md)

      Each is also a variable of the environment, such as INCIDENTS_PORT.
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
      case "load" ->
          new IncidentLoad(
                  URI.create(settings.text("app")),
                  settings.number("seed"),
                  settings.number("largest-kilobytes") * 1024,
                  System.out)
              .run(settings.number("requests-per-second"), settings.number("seconds"));
      case "measure" ->
          Measurements.write(Path.of(settings.text("report")), LocalDate.now(ZoneOffset.UTC));
      default -> System.out.print(HELP);
    }
  }

  private static void serve(Settings settings) throws Exception {
    var backend = Backend.open(settings);
    var application =
        Application.start(
            settings, backend, new Identifiers(InstantSource.system(), new SecureRandom()));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              application.close();
              backend.close();
            }));
    System.out.printf("incidents  http://127.0.0.1:%d/%n", application.port());
    System.out.println("Ctrl-C stops");
    new CountDownLatch(1).await();
  }
}
