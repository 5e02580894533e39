package dev.gramme.apps.grid.app;

import dev.gramme.apps.grid.design.Clients;
import dev.gramme.apps.grid.design.Design;
import dev.gramme.apps.grid.design.DocumentGrid;
import dev.gramme.apps.grid.design.Grid;
import dev.gramme.apps.grid.domain.Tenant;
import dev.gramme.apps.grid.sample.SampleProject;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
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
  /** The tenant on the page. */
  static final Tenant TENANT = new Tenant("acme", "ACME Engineering");

  private static final int WIDE_FIELDS = 400;
  private static final int WIDE_ISSUES = 60;

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
      if (grid.directory().tenant(TENANT.id()).isEmpty()) {
        fill(grid, settings);
      }
    }
    var keeper = IndexKeeper.start(DocumentGrid.issueIndex(clients), database.streams());
    var application = new Application(database, clients, keeper, http);
    Routes.add(application.http, application);
    application.http.start();
    return application;
  }

  /** The tenant is written last, so that an interrupted start is repeated. */
  private static void fill(Grid grid, Settings settings) {
    var samples =
        List.of(
            sample("RAIL", "Forth Rail Bridge", settings.number("fields"), settings),
            sample("WIDE", "Everything Everywhere", WIDE_FIELDS, settings));
    for (SampleProject sample : samples) {
      grid.directory().save(sample.project());
      boolean isWide = sample.project().id().equals("WIDE");
      grid.load(
          sample.project().id(), sample.issues(isWide ? WIDE_ISSUES : settings.number("issues")));
    }
    grid.directory().save(TENANT);
  }

  private static SampleProject sample(String id, String name, int fields, Settings settings) {
    return SampleProject.of(
        id, TENANT.id(), name, fields, settings.share("filled"), settings.number("seed"));
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
