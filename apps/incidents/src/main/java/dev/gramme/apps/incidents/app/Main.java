package dev.gramme.apps.incidents.app;

import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.load.IncidentLoad;
import dev.gramme.apps.incidents.measure.Measurements;
import dev.gramme.apps.web.FixedRate;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Program;
import dev.gramme.apps.web.command.Setting;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.database.Database;
import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** The command line. */
public final class Main {
  static final String PREFIX = "INCIDENTS";

  private static final int PORT = 8081;
  private static final int MOST = 100_000;
  private static final int LARGEST_KILOBYTES = 390;

  private static final Setting SEED =
      Setting.whole("seed", 1, 0, Integer.MAX_VALUE, "the same seed invents the same");

  static final List<Setting> SERVE =
      List.of(
          Setting.port(PORT, "of the interface and the page"),
          Database.option(),
          Setting.path("data", "FOLDER", "./data/incidents", "of the database, if it is on disk"),
          Setting.text("table", "NAME", "incidents", "the table"),
          Setting.whole("accounts", 2, 1, MOST, "accounts that are invented with every start"),
          Setting.whole("teams", 6, 1, MOST, "that each of them has"),
          Setting.whole("users", 8, 1, MOST, "that each of them has"),
          Setting.whole("incidents", 60, 0, MOST, "that each of them has"),
          SEED);

  private static final List<Setting> LOAD =
      List.of(
          Setting.url("app", List.of(), "http://127.0.0.1:" + PORT, "the application"),
          Setting.whole("requests-per-second", 50, 1, MOST, "whether it keeps up or not"),
          Setting.whole("seconds", 30, 1, MOST, "how long"),
          Setting.whole(
              "largest-kilobytes", 300, 1, LARGEST_KILOBYTES, "of the details of an incident"),
          SEED);

  private static final List<Setting> MEASURE =
      List.of(Setting.path("report", "FILE", "apps/incidents/RESULTS.md", "what is written"));

  private Main() {}

  /** Runs a command until it ends, or until the process is ended. */
  public static void main(String[] arguments) {
    new Program("incidents", "Incidents: one table, many accounts.", PREFIX)
        .command("serve", "the database, the interface and the page", SERVE, Main::serve)
        .command("load", "makes load on a running application, and measures it", LOAD, Main::load)
        .command("measure", "what the designs cost and where they throttle", MEASURE, Main::measure)
        .main(arguments);
  }

  private static void serve(Settings settings) throws Exception {
    var http = new JsonServer(settings.number("port"));
    var database = Database.open(settings.text("dynamodb"), settings.path("data"));
    var application =
        Application.start(
            settings, database, new Identifiers(InstantSource.system(), new SecureRandom()), http);
    System.out.printf(
        "incidents  http://127.0.0.1:%d/%n  dynamodb  %s%n", application.port(), database.name());
    Program.serve(application, database);
  }

  private static void load(Settings settings) throws Exception {
    new IncidentLoad(
            URI.create(settings.text("app")),
            settings.number("seed"),
            settings.number("largest-kilobytes") * 1024,
            System.out)
        .run(new FixedRate(settings.number("requests-per-second"), settings.number("seconds")));
  }

  private static void measure(Settings settings) throws Exception {
    Measurements.write(settings.file("report"), LocalDate.now(ZoneOffset.UTC));
  }
}
