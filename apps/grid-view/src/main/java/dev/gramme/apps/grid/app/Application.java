package dev.gramme.apps.grid.app;

import dev.gramme.apps.grid.design.Clients;
import dev.gramme.apps.grid.design.Design;
import dev.gramme.apps.grid.design.Grid;
import dev.gramme.apps.grid.domain.Tenant;
import dev.gramme.apps.grid.sample.SampleProject;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.database.ConsoleLinks;
import dev.gramme.apps.web.database.Database;
import dev.gramme.toolkit.page.CursorKey;
import dev.gramme.toolkit.page.Cursors;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;

/** The grid in all four designs, each with the same generated issues, and its page. */
public final class Application implements AutoCloseable {
  /** The first tenant. */
  private static final Tenant ACME = new Tenant("acme", "ACME Engineering");

  private static final Tenant MEDIA = new Tenant("media", "Big Media");

  /** The tenants of the page. They have no access pattern but the lookup of one of them. */
  static final List<Tenant> TENANTS = List.of(ACME, MEDIA);

  private static final int WIDE_FIELDS = 400;
  private static final int NEWS_FIELDS = 6;
  private static final int MAX_LINKS = 30;
  private static final int FEW_ISSUES = 60;

  private final Database database;
  private final Clients clients;
  private final IndexKeeper keeper;
  private final JsonServer http;

  private Application(Database database, Clients clients, IndexKeeper keeper, JsonServer http) {
    this.database = database;
    this.clients = clients;
    this.keeper = keeper;
    this.http = http;
  }

  /**
   * Creates missing tables and data, and serves.
   *
   * @param http is closed with the application
   */
  public static Application start(Settings settings, Database database, JsonServer http) {
    Clients clients = Clients.of(database.client()).withCursors(cursors(settings.text("secret")));
    for (Design design : Design.values()) {
      Grid grid = design.grid(clients);
      grid.createTables();
      for (Tenant tenant : TENANTS) {
        if (grid.directory().tenant(tenant.id()).isEmpty()) {
          fill(grid, tenant, settings);
        }
      }
    }
    var keeper = IndexKeeper.start(clients, database.streams());
    var application = new Application(database, clients, keeper, http);
    Routes.add(application.http.onFailure(database::failure), application);
    application.http.start();
    return application;
  }

  /** The tenant is written last, so that an interrupted start is repeated. */
  private static void fill(Grid grid, Tenant tenant, Settings settings) {
    var samples =
        tenant.equals(ACME)
            ? List.of(
                sample("RAIL", tenant, "Forth Rail Bridge", settings.number("fields"), settings),
                sample("WIDE", tenant, "Everything Everywhere", WIDE_FIELDS, settings))
            : List.of(sample("NEWS", tenant, "The Daily News", NEWS_FIELDS, settings));
    for (SampleProject sample : samples) {
      grid.directory().save(sample.project());
      boolean isMain = sample.project().id().equals("RAIL");
      grid.load(
          sample.project().id(), sample.issues(isMain ? settings.number("issues") : FEW_ISSUES));
    }
    grid.directory().save(tenant);
  }

  private static SampleProject sample(
      String id, Tenant tenant, String name, int fields, Settings settings) {
    return SampleProject.of(
        id, tenant.id(), name, fields, settings.share("filled"), settings.number("seed"));
  }

  /** Without a secret, cursors are valid until the application ends. */
  private static Cursors cursors(String secret) {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    if (!secret.isEmpty()) {
      try {
        key = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
    return Cursors.signed(new CursorKey(1, key));
  }

  /** The clients of the designs. */
  Clients clients() {
    return clients;
  }

  /** Maintains the index of the document design. */
  IndexKeeper keeper() {
    return keeper;
  }

  /** Links to the tables of all designs in the database's console. */
  ConsoleLinks console() {
    var links = ConsoleLinks.of(database.setting());
    database.client().listTablesPaginator().tableNames().stream()
        .filter(table -> table.startsWith(clients.prefix()))
        .limit(MAX_LINKS)
        .forEach(table -> links.table(table, table, "view", "kinds"));
    return links;
  }

  /** The name of the database. */
  String databaseName() {
    return database.name();
  }

  /** The port of the HTTP interface and the page. */
  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    http.close();
    keeper.close();
  }
}
