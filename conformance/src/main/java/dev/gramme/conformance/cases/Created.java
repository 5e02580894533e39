package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.RawClient;
import dev.gramme.conformance.support.RawResponse;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tables and backups that cases have created, and their deletion.
 *
 * <p>A table is noted before its creation is requested, so that none is forgotten if the answer is
 * lost. That is done only for names with the prefix of this run, which no other client uses;
 * another table is noted once the server has answered that it was created.
 */
final class Created {
  private static final Set<String> CREATING =
      Set.of(
          "CreateTable",
          "CreateBackup",
          "ImportTable",
          "RestoreTableFromBackup",
          "RestoreTableToPointInTime");
  private static final Set<String> REPLICATING =
      Set.of("CreateGlobalTable", "UpdateGlobalTable", "UpdateTable");
  private static final Pattern NAME =
      Pattern.compile("\"(?:Target)?TableName\"\\s*:\\s*\"([A-Za-z0-9_.-]+)\"");
  private static final Pattern BACKUP = Pattern.compile("\"BackupArn\"\\s*:\\s*\"([^\"]+)\"");

  /** A table that is being created or changed cannot be deleted until the service has done it. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(20);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final RawClient client;
  private final String prefix;

  /** Requests that delete, with their operations. */
  private final Map<String, String> deletions = new LinkedHashMap<>();

  private final List<String> replicas = new ArrayList<>();

  /** Whether the server does not accept the credentials any more, so that waiting is in vain. */
  private boolean refused;

  Created(RawClient client, String prefix) {
    this.client = client;
    this.prefix = prefix;
  }

  /** Notes a table. */
  synchronized void table(String name) {
    deletions.put("{\"TableName\":\"" + name + "\"}", "DeleteTable");
  }

  /** Notes what a request may create. */
  void requested(String operation, String body) {
    if (CREATING.contains(operation)) {
      NAME.matcher(body)
          .results()
          .map(match -> match.group(1))
          .filter(name -> name.startsWith(prefix))
          .forEach(this::table);
    }
  }

  /** Notes what a request has created. */
  synchronized void answered(String operation, String body, RawResponse answer) {
    if (answer.status() != 200) {
      return;
    }
    if (REPLICATING.contains(operation) && answer.text().contains("\"RegionName\"")) {
      replicas.add("replicas requested by " + operation + " " + body);
    }
    if (CREATING.contains(operation)) {
      if (operation.equals("CreateBackup")) {
        BACKUP
            .matcher(answer.text())
            .results()
            .forEach(match -> deletions.put("{" + match.group() + "}", "DeleteBackup"));
      } else {
        NAME.matcher(body).results().map(match -> match.group(1)).forEach(this::table);
      }
    }
  }

  /** Deletes what has the text given in its name, as far as the server does so at once. */
  synchronized void delete(String text) {
    deletions.entrySet().removeIf(each -> each.getKey().contains(text) && isDeleted(each));
  }

  /** Deletes everything; what the server is still creating or changing, when it has done so. */
  synchronized void deleteAll() {
    var untilTheEnd = new Stop();
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    deletions.entrySet().removeIf(this::isDeleted);
    while (!deletions.isEmpty() && !refused && System.nanoTime() < deadline) {
      untilTheEnd.pause(PAUSE);
      deletions.entrySet().removeIf(this::isDeleted);
    }
  }

  /** What was not deleted: replicas in other regions never are. */
  synchronized List<String> left() {
    return Stream.concat(deletions.keySet().stream(), replicas.stream()).toList();
  }

  private boolean isDeleted(Map.Entry<String, String> deletion) {
    try {
      var answer = client.call(deletion.getValue(), deletion.getKey());
      if (answer.text().contains("protected against deletion")) {
        client.call(
            "UpdateTable", deletion.getKey().replace("}", ",\"DeletionProtectionEnabled\":false}"));
      }
      refused = CaseRecorder.isBadCredentials(answer);
      return answer.status() == 200 || answer.errorType().endsWith("NotFoundException");
    } catch (UncheckedIOException unreachable) {
      return false;
    }
  }
}
