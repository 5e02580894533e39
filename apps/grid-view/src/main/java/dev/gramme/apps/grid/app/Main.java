package dev.gramme.apps.grid.app;

import dev.gramme.apps.grid.database.Database;
import dev.gramme.apps.grid.design.Clients;
import dev.gramme.apps.grid.design.DocumentGrid;
import dev.gramme.apps.grid.load.GridLoad;
import dev.gramme.apps.grid.load.Measurement;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** The command line. */
public final class Main {
  private static final String HELP =
      """
      grid-view [serve]   all four designs with invented issues, the index's consumer, and the page
      grid-view measure   loads each design in turn and measures it; writes a report
      grid-view load      users who page and edit, against a running --app
      grid-view rebuild   rebuilds the index of the document design, while others go on

        --port NUMBER         of the page (8081)
        --data FOLDER         of the database, if it is on disk (./data/grid-view)
        --dynamodb disk|memory|URL|aws   Gramme in this process, or anything that speaks the protocol
        --issues NUMBER, --fields NUMBER, --filled SHARE, --seed NUMBER
                              what is invented: issues, their fields, and how many of those an
                              issue has on average (2000, 40, 0.5, 1)
        --secret TEXT         what cursors are signed with; else they are good until the end
        --app URL, --users NUMBER, --seconds NUMBER   the load (http://127.0.0.1:8081, 8, 20)
        --report FILE         of the measurement, instead of the console

      Each is also a variable of the environment, such as GRID_PORT.
      """;

  private static final int WARM_UP_ISSUES = 1_000;

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
      case "measure" -> measure(settings);
      case "load" ->
          new GridLoad(URI.create(settings.text("app")), settings.number("seed"), System.out)
              .run(settings.number("users"), settings.number("seconds"));
      case "rebuild" -> rebuild(settings);
      default -> System.out.print(HELP);
    }
  }

  private static Database database(Settings settings) {
    return Database.open(
        settings.text("dynamodb"), Path.of(settings.text("data")).toAbsolutePath());
  }

  private static void serve(Settings settings) throws Exception {
    System.out.println("starting; the first time, issues are invented");
    Database database = database(settings);
    var application = Application.start(settings, database);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              application.close();
              database.close();
            }));
    System.out.printf(
        "grid view  http://127.0.0.1:%d/%n  dynamodb  %s%n", application.port(), database.name());
    System.out.println("Ctrl-C stops");
    new CountDownLatch(1).await();
  }

  private static void measure(Settings settings) throws IOException {
    // Else the first design would also pay for warming up the JVM.
    measurement(
            settings,
            () -> Database.open(Database.MEMORY, Path.of("")),
            WARM_UP_ISSUES,
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .run();
    String report =
        measurement(settings, () -> database(settings), settings.number("issues"), System.err)
            .run();
    if (settings.text("report").isEmpty()) {
      System.out.print(report);
    } else {
      Files.writeString(Path.of(settings.text("report")), report, StandardCharsets.UTF_8);
    }
  }

  private static Measurement measurement(
      Settings settings, Supplier<Database> databases, int issues, PrintStream progress) {
    return new Measurement(
        databases,
        issues,
        settings.number("fields"),
        settings.share("filled"),
        settings.number("seed"),
        progress);
  }

  private static void rebuild(Settings settings) {
    try (Database database = database(settings)) {
      System.out.println(DocumentGrid.issueIndex(Clients.of(database.client())).rebuild());
    }
  }
}
