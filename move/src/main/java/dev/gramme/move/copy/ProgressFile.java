package dev.gramme.move.copy;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.move.CommandException;
import dev.gramme.transfer.format.InputFormat;
import dev.gramme.transfer.format.OutputFormat;
import dev.gramme.transfer.format.RecordReader.Parsed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a copy has done, in a file from which an interrupted copy continues. Each line is a record
 * in DynamoDB JSON: the copy itself, a segment of a table, or a shard of a stream.
 *
 * <p>The file is replaced as a whole, so that it is complete at any time.
 */
final class ProgressFile {
  private static final String COPY = "copy";

  private final Path file;
  private final Map<String, Item> records = new TreeMap<>();

  private ProgressFile(Path file) {
    this.file = file;
  }

  /** Reads the file if it exists. */
  static ProgressFile open(Path file) throws CommandException, IOException {
    var progress = new ProgressFile(file);
    if (Files.exists(file)) {
      try (var reader = new InputFormat.DynamoDbJson().read(Files.newInputStream(file))) {
        for (Parsed line = reader.next(); line != null; line = reader.next()) {
          if (!(line instanceof Parsed.Good(Item item)) || !(item.get("record") instanceof S id)) {
            throw CommandException.failed(file + " is not the progress of a copy");
          }
          progress.records.put(id.value(), item);
        }
      } catch (dev.gramme.transfer.format.MalformedDataException e) {
        throw CommandException.failed(file + " is not the progress of a copy: " + e.getMessage());
      }
    }
    return progress;
  }

  /** Whether nothing has been recorded yet. */
  boolean isNew() {
    return records.isEmpty();
  }

  Path path() {
    return file;
  }

  /**
   * Checks that the file is of this copy, or records it.
   *
   * @param description the servers, the tables and the kind of the copy
   */
  void belongTo(String description) throws CommandException, IOException {
    Item copy = records.get(COPY);
    if (copy == null) {
      put(COPY, Item.of("description", new S(description)));
    } else if (!(copy.get("description") instanceof S text) || !text.value().equals(description)) {
      throw CommandException.failed(
          "%s is the progress of another copy (%s); use another file with --progress"
              .formatted(file, copy.get("description") instanceof S other ? other.value() : ""));
    }
  }

  /** The value of a text that was recorded. */
  synchronized Optional<String> text(String record, String name) {
    return value(record, name) instanceof S text ? Optional.of(text.value()) : Optional.empty();
  }

  /** The value of a number that was recorded. */
  synchronized Optional<Long> number(String record, String name) {
    return value(record, name) instanceof N number
        ? Optional.of(number.value().longValue())
        : Optional.empty();
  }

  /** The value of a map that was recorded. */
  synchronized Optional<Item> map(String record, String name) {
    return value(record, name) instanceof M map ? Optional.of(map.entries()) : Optional.empty();
  }

  /** Whether a record has the mark that it is complete. */
  synchronized boolean isDone(String record) {
    return value(record, "done") instanceof Bool done && done.value();
  }

  /** The records whose names begin with a text and that are not marked as complete. */
  synchronized Set<String> unfinished(String beginning) {
    var names = new HashSet<String>();
    for (String name : records.keySet()) {
      if (name.startsWith(beginning) && !isDone(name)) {
        names.add(name);
      }
    }
    return names;
  }

  private @Nullable AttributeValue value(String record, String name) {
    Item item = records.get(record);
    return item == null ? null : item.get(name);
  }

  /** Marks a record as complete. */
  void done(String record) throws IOException {
    put(record, Item.of("done", Bool.of(true)));
  }

  /** Replaces a record, and the file. */
  synchronized void put(String record, Item item) throws IOException {
    records.put(record, item.toBuilder().put("record", new S(record)).build());
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (OutputStream out = Files.newOutputStream(part)) {
      var encoder = OutputFormat.DYNAMODB_JSON.encoder();
      for (Item each : records.values()) {
        encoder.item(each, out);
      }
    }
    try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
