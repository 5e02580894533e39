package dev.gramme.server.backup;

import dev.gramme.storage.rocksdb.LoggedGroup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A segment of a log: committed groups, each with the folder of its database. The content is {@code
 * layout (4 bytes)} and for each group {@code folder (as DataOutput writes strings), length (4),
 * bytes}.
 */
final class LogSegment {
  private static final int LAYOUT = 1;

  /** A segment with so many bytes takes no further group. */
  private static final int FULL = 4 << 20;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private int groups;

  LogSegment() {
    try {
      out.writeInt(LAYOUT);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Adds a group. Returns whether the segment takes another one. */
  boolean add(String folder, LoggedGroup group) {
    try {
      out.writeUTF(folder);
      out.writeInt(group.bytes().length);
      out.write(group.bytes());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    groups++;
    return !isFull();
  }

  boolean isFull() {
    return bytes.size() >= FULL;
  }

  boolean isEmpty() {
    return groups == 0;
  }

  byte[] content() {
    return bytes.toByteArray();
  }

  /** Receives the groups of a segment. */
  @FunctionalInterface
  interface Sink {
    void accept(String folder, LoggedGroup group) throws BackupException;
  }

  /**
   * Reads a segment.
   *
   * @param name its name, for messages
   */
  static void read(byte[] content, String name, Sink sink) throws BackupException {
    try (var in = new DataInputStream(new ByteArrayInputStream(content))) {
      int layout = in.readInt();
      if (layout != LAYOUT) {
        throw new BackupException(
            "the segment %s has the layout %d; this version of Gramme reads %d"
                .formatted(name, layout, LAYOUT));
      }
      while (in.available() > 0) {
        String folder = in.readUTF();
        byte[] group = new byte[Math.min(in.readInt(), content.length)];
        in.readFully(group);
        sink.accept(folder, new LoggedGroup(group));
      }
    } catch (IOException | IllegalArgumentException | NegativeArraySizeException e) {
      throw new BackupException("the segment " + name + " is damaged", e);
    }
  }
}
