package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ttl;
import dev.gramme.toolkit.json.ItemJson;
import dev.gramme.toolkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Expired items are archived to files. */
public final class ArchivedReadings implements Pattern {
  private static final Duration LIFE = Duration.ofDays(30);
  private static final int READINGS = 6;
  private static final String EXPIRED_BY = "dynamodb.amazonaws.com";

  @Entity(pk = "SENSOR#{sensor}", sk = "{at}")
  record Reading(String sensor, Instant at, long value, @Ttl Instant expires) {}

  @AccessPatterns(table = "readings")
  interface Queries {
    @Create
    void record(Reading reading);

    @Delete(Reading.class)
    void remove(String sensor, Instant at);
  }

  @Override
  public String title() {
    return "Time to live as archival";
  }

  @Override
  public String problem() {
    return "Old data must leave the table, but must not be lost.";
  }

  @Override
  public String purpose() {
    return """
    The stream also contains deletions by time to live, with the service itself as the principal. A
    consumer handles these records only, and writes the old images to files by sensor and month, as
    lines of JSON. Tools for analysis can read the files. Items that users delete are not archived,
    such as the first reading of `s1` here. Each line contains the sequence number of its
    record. A record whose number is in the file is not added again.
    """;
  }

  @Override
  public void show(Stage stage) {
    var readings =
        ArchivedReadings_QueriesTable.of(stage.table(ArchivedReadings_QueriesTable.schema()));
    StreamReader stream = stage.stream("readings");
    Instant begin = stage.clock().instant();
    for (int number = 0; number < READINGS; number++) {
      Instant at = begin.plus(Duration.ofDays(5L * number));
      readings.record(new Reading("s" + number % 2, at, 10L * number, at.plus(LIFE)));
    }
    stage.recordInitialTables();
    readings.remove("s1", begin.plus(Duration.ofDays(5)));
    stage.advance(Duration.ofDays(48));
    stage.read("the number of archived items", () -> archive(stage, stream));
    stage.read("the files", () -> files(stage.folder()));
    stream.redeliver();
    stage.read(
        "the number of items archived when all records are delivered again",
        () -> archive(stage, stream));
    stage.read("sums of the archive, read from the files", () -> sums(stage.folder()));
    stage.read(
        "the number of items in the table",
        () -> stage.client().scan(scan -> scan.tableName("readings")).count());
  }

  /** Appends expired items to the files, and returns the number of written lines. */
  private static int archive(Stage stage, StreamReader stream) {
    int written = 0;
    for (Record change : stream.poll()) {
      if (change.userIdentity() == null
          || !EXPIRED_BY.equals(change.userIdentity().principalId())) {
        continue;
      }
      Map<String, AttributeValue> item = change.dynamodb().oldImage();
      String name =
          Attributes.in(item, "sensor").s()
              + "-"
              + Attributes.in(item, "SK").s().substring(0, 7)
              + ".jsonl";
      String number = change.dynamodb().sequenceNumber();
      written += append(stage.folder().resolve(name), number, item);
    }
    return written;
  }

  private static int append(Path file, String number, Map<String, AttributeValue> item) {
    Json line =
        Json.object().put("sequenceNumber", number).put("item", ItemJson.write(item)).build();
    try {
      if (Files.exists(file)
          && Files.readAllLines(file).stream()
              .anyMatch(each -> sequenceNumber(each).equals(number))) {
        return 0;
      }
      Files.writeString(
          file, line.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return 1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sequenceNumber(String line) {
    return member(line, "sequenceNumber") instanceof Json.Text text ? text.value() : "";
  }

  private static Json member(String line, String name) {
    return Json.parse(line) instanceof Json.Members members
        ? members.member(name).orElseThrow()
        : new Json.Nothing();
  }

  private static List<String> files(Path folder) {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Long> sums(Path folder) {
    var sums = new TreeMap<String, Long>();
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          var item = ItemJson.item(member(line, "item"));
          sums.merge(
              Attributes.in(item, "sensor").s(),
              Long.parseLong(Attributes.in(item, "value").n()),
              Long::sum);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sums;
  }
}
