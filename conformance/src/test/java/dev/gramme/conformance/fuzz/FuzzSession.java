package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.fuzz.FuzzedDatabase.Answer;
import dev.gramme.conformance.support.Json;
import dev.gramme.testkit.Eventually;
import dev.gramme.testkit.Gen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/**
 * A session: random requests on its own tables, most of them valid, while the clock is advanced
 * occasionally. At the end it deletes everything that it has created.
 */
final class FuzzSession {
  /** The number of requests in a session. */
  static final int REQUESTS = 500;

  private static final int MUTATED_PERCENT = 35;
  private static final int LONGEST_SHOWN = 20_000;

  /**
   * Deleting a table with point-in-time recovery leaves a backup, which is kept for less than this.
   */
  private static final Duration RETENTION = Duration.ofDays(36);

  private final Gen gen;
  private final FuzzedDatabase database;
  private final Tally tally;
  private final World world;
  private final Grammar grammar;
  private final Mutations mutations;

  FuzzSession(Gen gen, FuzzedDatabase database, Tally tally) {
    this.gen = gen;
    this.database = database;
    this.tally = tally;
    this.world = new World(gen, database);
    this.grammar = new Grammar(gen, world);
    this.mutations = new Mutations(gen, database.operationNames());
  }

  /** Sends all requests and cleans up. */
  void run() throws IOException {
    for (int i = 0; i < REQUESTS; i++) {
      Call call = grammar.next();
      if (gen.chance(MUTATED_PERCENT)) {
        var mutated = mutations.mutate(call);
        Answer answer = send(i, mutated.operation(), mutated.body());
        tally.mutated(answer.status());
      } else {
        Answer answer = send(i, call.operation(), call.text().getBytes(StandardCharsets.UTF_8));
        tally.valid(call, answer);
        if (answer.status() == 200) {
          world.learn(call, answer.json());
        }
      }
      if (gen.nextInt(200) == 0) {
        database.advance(
            gen.oneOf(Duration.ofSeconds(1), Duration.ofMinutes(20), Duration.ofHours(25)));
      }
    }
    cleanUp();
  }

  private Answer send(int number, String operation, byte[] body) {
    try {
      Answer answer = database.call(operation, body);
      world.changed(operation);
      return answer;
    } catch (AssertionError failure) {
      String text = new String(body, StandardCharsets.UTF_8);
      throw new AssertionError(
          "request %d of the session, %s of %d bytes: %s%n%s"
              .formatted(
                  number,
                  operation,
                  body.length,
                  failure.getMessage(),
                  text.substring(0, Math.min(LONGEST_SHOWN, text.length()))),
          failure);
    }
  }

  private void cleanUp() throws IOException {
    Eventually.holds(
        "all tables can be deleted",
        () -> {
          for (Table table : world.tables(any -> true)) {
            Call call = TableRequests.deleteOf(table);
            database.call(call);
            world.changed(call.operation());
          }
          return world.tables(any -> true).isEmpty();
        });
    Eventually.holds("all backups can be deleted", this::deleteBackups);
    Eventually.holds("all exports have ended", this::areExportsOver);
    database.advance(RETENTION);
    Eventually.holds(
        "no backups are left",
        () -> isEmpty(Call.of("ListBackups", "BackupType", "ALL"), "BackupSummaries"));
    Eventually.holds("no streams are left", () -> isEmpty(Call.of("ListStreams"), "Streams"));
    database.emptyBuckets();
  }

  private boolean deleteBackups() {
    var all = world.send(Call.of("ListBackups"));
    for (var backup : Json.elements(Json.member(all, "BackupSummaries"))) {
      var summary = Json.members(Objects.requireNonNull(backup));
      database.call(Call.of("DeleteBackup", "BackupArn", Json.member(summary, "BackupArn")));
    }
    return Json.elements(Json.member(all, "BackupSummaries")).isEmpty();
  }

  private boolean isEmpty(Call list, String member) {
    return Json.elements(Json.member(world.send(list), member)).isEmpty();
  }

  private boolean areExportsOver() {
    var exports = Json.elements(Json.member(world.send(Call.of("ListExports")), "ExportSummaries"));
    return exports.stream()
        .map(export -> Json.members(Objects.requireNonNull(export)))
        .noneMatch(export -> "IN_PROGRESS".equals(export.get("ExportStatus")));
  }
}
