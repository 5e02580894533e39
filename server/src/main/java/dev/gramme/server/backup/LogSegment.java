package dev.gramme.server.backup;

import dev.gramme.storage.rocksdb.LoggedGroup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A segment of a log: committed groups, each with the folder of its database. The content is {@code
 * layout (4 bytes)} and for each group {@code folder (as DataOutput writes strings), length (4),
 * bytes}.
 */
final class LogSegment {
  private static final int LAYOUT = 1;

  /** A usual segment with so many bytes takes no further group. */
  static final int FULL = 4 << 20;

  /**
   * The same for the segment that completes the log of the process before. A restore holds up to
   * three times as much, on a heap of at least 256 MB.
   */
  static final int FULL_AFTER_START = 32 << 20;

  /** The content is kept in parts of about this size, so that no array has to grow with it. */
  private static final int PART = 1 << 20;

  private final int full;
  private final List<byte[]> parts = new ArrayList<>();

  /** The last part. */
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private final DataOutputStream out = new DataOutputStream(bytes);
  private int groups;

  /**
   * A segment without groups.
   *
   * @param full {@link #FULL} or {@link #FULL_AFTER_START}
   */
  LogSegment(int full) {
    this.full = full;
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
    if (bytes.size() >= PART) {
      parts.add(bytes.toByteArray());
      bytes.reset();
    }
    groups++;
    return !isFull();
  }

  boolean isFull() {
    return out.size() >= full;
  }

  boolean isEmpty() {
    return groups == 0;
  }

  /** The content in parts, which belong together in this order. */
  List<byte[]> content() {
    var content = new ArrayList<>(parts);
    content.add(bytes.toByteArray());
    return List.copyOf(content);
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
