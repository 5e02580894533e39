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
 * <p>A table with the prefix of this run, which no other client uses, is recorded before its
 * creation is requested, so that it is deleted even if the answer is lost. Any other table is
 * recorded only after the server has confirmed its creation.
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

  /** The service refuses to delete a table while it is being created or changed. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(20);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final RawClient client;
  private final String prefix;

  /** The requests that delete, with their operations. */
  private final Map<String, String> deletions = new LinkedHashMap<>();

  private final List<String> replicas = new ArrayList<>();

  /** Whether the server refuses the credentials now, so that further attempts are useless. */
  private boolean refused;

  Created(RawClient client, String prefix) {
    this.client = client;
    this.prefix = prefix;
  }

  /** Records a table. */
  synchronized void table(String name) {
    deletions.put("{\"TableName\":\"" + name + "\"}", "DeleteTable");
  }

  /** Records what a request may create. */
  void requested(String operation, String body) {
    if (CREATING.contains(operation)) {
      NAME.matcher(body)
          .results()
          .map(match -> match.group(1))
          .filter(name -> name.startsWith(prefix))
          .forEach(this::table);
    }
  }

  /** Records what a request has created. */
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

  /** Deletes everything with this text in its name, as far as the server allows it at once. */
  synchronized void delete(String text) {
    deletions.entrySet().removeIf(each -> each.getKey().contains(text) && isDeleted(each));
  }

  /** Deletes everything; waits for what the server is still creating or changing. */
  synchronized void deleteAll() {
    var untilTheEnd = new Stop();
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    deletions.entrySet().removeIf(this::isDeleted);
    while (!deletions.isEmpty() && !refused && System.nanoTime() < deadline) {
      untilTheEnd.pause(PAUSE);
      deletions.entrySet().removeIf(this::isDeleted);
    }
  }

  /** What was not deleted. Replicas in other regions are never deleted. */
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
