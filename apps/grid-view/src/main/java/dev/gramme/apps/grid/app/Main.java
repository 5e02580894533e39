package dev.gramme.apps.grid.app;

import dev.gramme.apps.grid.design.Clients;
import dev.gramme.apps.grid.design.DocumentGrid;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.load.GridLoad;
import dev.gramme.apps.grid.load.Measurement;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Program;
import dev.gramme.apps.web.command.Setting;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.database.Database;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/** The command line. */
public final class Main {
  static final String PREFIX = "GRID";

  private static final int PORT = 8082;
  private static final int MAX_ISSUES = 10_000_000;
  private static final int MOST = 100_000;

  /** Enough for the measured changes and pages. */
  private static final int LEAST_FIELDS_MEASURED = 12;

  private static final int LEAST_ISSUES_MEASURED = 500;
  private static final int WARM_UP_ISSUES = 1_000;

  private static final Setting DYNAMODB = Database.option();
  private static final Setting DATA =
      Setting.path(
          "data", "FOLDER", "./data/grid-view", "of the database, if it is stored on disk");
  private static final Setting FILLED =
      Setting.share("filled", "0.5", "the average share of fields with a value");
  private static final Setting SEED =
      Setting.whole("seed", 1, 0, Integer.MAX_VALUE, "the same seed gives the same data");

  static final List<Setting> SERVE =
      List.of(
          Setting.port(PORT, "of the page"),
          DYNAMODB,
          DATA,
          issues(1),
          fields(1),
          FILLED,
          SEED,
          Setting.text(
              "secret",
              "TEXT",
              "",
              "the key that signs cursors; without it they are valid until the end of the"
                  + " process"));

  private static final List<Setting> MEASURE =
      List.of(
          DYNAMODB,
          DATA,
          issues(LEAST_ISSUES_MEASURED),
          fields(LEAST_FIELDS_MEASURED),
          FILLED,
          SEED,
          Setting.text("report", "FILE", "", "the output file, instead of the console"));

  private static final List<Setting> LOAD =
      List.of(
          Setting.url("app", List.of(), "http://127.0.0.1:" + PORT, "the application"),
          Setting.whole("users", 8, 1, MOST, "at the same time"),
          Setting.whole("seconds", 20, 1, MOST, "for each design"),
          SEED);

  private static final List<Setting> REBUILD = List.of(DYNAMODB, DATA);

  private Main() {}

  /** Runs a command until it ends or the process is terminated. */
  public static void main(String[] arguments) {
    new Program("grid-view", "Grid view: issues, sorted by any field.", PREFIX)
        .command(
            "serve", "all four designs with generated issues, and the page", SERVE, Main::serve)
        .command("measure", "loads each design in turn and measures it", MEASURE, Main::measure)
        .command(
            "load", "simulates users who page and edit in a running application", LOAD, Main::load)
        .command("rebuild", "rebuilds the index of the document design", REBUILD, Main::rebuild)
        .main(arguments);
  }

  private static Setting issues(int least) {
    return Setting.whole("issues", 2_000, least, MAX_ISSUES, "to generate");
  }

  private static Setting fields(int least) {
    return Setting.whole("fields", 40, least, Project.MAX_FIELDS, "of the project");
  }

  private static Database database(Settings settings) throws Exception {
    return Database.open(settings.text("dynamodb"), settings.path("data"));
  }

  private static void serve(Settings settings) throws Exception {
    var http = new JsonServer(settings.number("port"));
    System.out.println("starting; the first start generates issues");
    Database database = database(settings);
    var application = Application.start(settings, database, http);
    System.out.printf(
        "grid view  http://127.0.0.1:%d/%n  dynamodb  %s%n", application.port(), database.name());
    Program.serve(application, database);
  }

  private static void measure(Settings settings) throws Exception {
    boolean isPrinted = settings.text("report").isEmpty();
    if (!isPrinted) {
      settings.file("report");
    }
    String report;
    try (Database database = database(settings)) {
      // Otherwise the first design would include the warm-up of the JVM.
      var silence = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      measurement(settings, database, WARM_UP_ISSUES, silence).run();
      report = measurement(settings, database, settings.number("issues"), System.err).run();
    }
    if (isPrinted) {
      System.out.print(report);
    } else {
      Files.writeString(settings.file("report"), report, StandardCharsets.UTF_8);
    }
  }

  private static Measurement measurement(
      Settings settings, Database database, int issues, PrintStream progress) {
    return new Measurement(
        database,
        issues,
        settings.number("fields"),
        settings.share("filled"),
        settings.number("seed"),
        progress);
  }

  private static void load(Settings settings) throws Exception {
    new GridLoad(URI.create(settings.text("app")), settings.number("seed"), System.out)
        .run(settings.number("users"), settings.number("seconds"));
  }

  private static void rebuild(Settings settings) throws Exception {
    try (Database database = database(settings)) {
      System.out.println(DocumentGrid.issueIndex(Clients.of(database.client())).rebuild());
    }
  }
}
