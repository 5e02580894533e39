package dev.gramme.apps.incidents.app;

import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.load.IncidentLoad;
import dev.gramme.apps.incidents.measure.Measurements;
import dev.gramme.apps.incidents.table.IncidentTable;
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
      Setting.whole("seed", 1, 0, Integer.MAX_VALUE, "the same seed gives the same data");

  private static final Setting TABLE = Setting.text("table", "NAME", "incidents", "the table");

  static final List<Setting> SERVE =
      List.of(
          Setting.port(PORT, "of the interface and the page"),
          Database.option(),
          Setting.path(
              "data", "FOLDER", "./data/incidents", "of the database, if it is stored on disk"),
          TABLE,
          Setting.whole("accounts", 2, 1, MOST, "accounts to create at the first start"),
          Setting.whole("teams", 6, 1, MOST, "teams per account"),
          Setting.whole("users", 8, 1, MOST, "users per account"),
          Setting.whole("incidents", 60, 0, MOST, "incidents per account"),
          SEED);

  private static final List<Setting> LOAD =
      List.of(
          Setting.url("app", List.of(), "http://127.0.0.1:" + PORT, "the application"),
          Setting.whole(
              "requests-per-second",
              50,
              1,
              MOST,
              "a fixed rate, also if the system cannot keep up"),
          Setting.whole("seconds", 30, 1, MOST, "how long"),
          Setting.whole(
              "largest-kilobytes", 300, 1, LARGEST_KILOBYTES, "of the details of an incident"),
          SEED);

  private static final List<Setting> MEASURE =
      List.of(Setting.path("report", "FILE", "apps/incidents/RESULTS.md", "the output file"));

  private Main() {}

  /** Runs a command until it ends or the process is terminated. */
  public static void main(String[] arguments) {
    new Program("incidents", "Incidents: one table, many accounts.", PREFIX)
        .command("serve", "the database, the interface and the page", SERVE, Main::serve)
        .command(
            "template",
            "prints the table as a CloudFormation template",
            List.of(TABLE),
            settings -> System.out.print(IncidentTable.template(settings.text("table"))))
        .command("load", "runs a load test on a running application", LOAD, Main::load)
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
