package dev.gramme.apps.incidents.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.database.Database;
import dev.gramme.embedded.Gramme;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;

/** The whole system with an in-memory database, and an HTTP client. */
final class Running implements AutoCloseable {
  static final JsonMapper JSON = new JsonMapper();

  private final Gramme gramme;
  private final Application application;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Running(String... settings) throws Exception {
    this(Gramme.inMemory(), settings);
  }

  /**
   * @param gramme is closed with the system
   */
  Running(Gramme gramme, String... settings) throws Exception {
    this(gramme, Database.of(gramme), settings);
  }

  /**
   * @param gramme is closed with the system
   * @param database of the application
   */
  Running(Gramme gramme, Database database, String... settings) throws Exception {
    this.gramme = gramme;
    application =
        Application.start(
            Settings.read(Main.SERVE, Main.PREFIX, Map.of(), settings),
            database,
            new Identifiers(InstantSource.system(), new Random(1)),
            new JsonServer(0));
  }

  Application application() {
    return application;
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + application.port() + "/");
  }

  /**
   * The token of the first user of an account.
   *
   * @param account its position, from 0
   */
  String token(int account) {
    var people = application.people();
    Application.Person first = people.getFirst();
    Application.Person person =
        account == 0
            ? first
            : people.stream()
                .filter(one -> !one.account().account().equals(first.account().account()))
                .findFirst()
                .orElseThrow();
    return application
        .sessions()
        .token(new Session(person.account().account(), person.user().user()));
  }

  HttpResponse<String> ask(String method, String path, String token, String body) throws Exception {
    return http.send(
        HttpRequest.newBuilder(uri().resolve(path))
            .method(method, BodyPublishers.ofString(body))
            .header("Authorization", "Bearer " + token)
            .build(),
        BodyHandlers.ofString());
  }

  JsonNode get(String path, String token) throws Exception {
    return JSON.readTree(ask("GET", path, token, "").body());
  }

  @Override
  public void close() {
    http.close();
    application.close();
    gramme.close();
  }
}
