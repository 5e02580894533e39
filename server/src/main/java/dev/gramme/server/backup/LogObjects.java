package dev.gramme.server.backup;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The log of an archive. Its segments are {@code log/<generation>/<number>-<time>-<hash>}, with the
 * beginning of the hash of their content.
 */
final class LogObjects {
  private static final String LOG = "log/";

  private final Repository repository;

  LogObjects(Repository repository) {
    this.repository = repository;
  }

  /**
   * A segment in the archive.
   *
   * @param time the time of its shipment, which may have several segments. Together they have all
   *     groups that were committed before, and that no earlier segment has
   */
  record Stored(LogPosition position, Instant time, String key) {}

  /** Sends a segment. Sending the same content again has no effect. */
  void send(LogPosition position, Instant time, byte[] content) throws BackupException {
    String number = "%010d".formatted(position.segment());
    repository.write(
        LOG
            + String.join("/", position.generation(), number)
            + "-"
            + Repository.TIME.format(time)
            + "-"
            + hash(content),
        content);
  }

  /** The segments of the same generation from a position on, in their order. */
  List<Stored> from(LogPosition position) throws BackupException {
    return list(LOG + position.generation() + "/").stream()
        .filter(segment -> segment.position().segment() >= position.segment())
        .toList();
  }

  private List<Stored> list(String folder) throws BackupException {
    var segments = new ArrayList<Stored>();
    for (String key : repository.keys(folder)) {
      String[] names = key.substring(LOG.length()).split("/");
      String[] parts = names.length == 2 ? names[1].split("-") : new String[0];
      try {
        if (parts.length != 3) {
          throw new DateTimeException("no segment");
        }
        segments.add(
            new Stored(
                new LogPosition(names[0], Long.parseLong(parts[0])),
                Repository.TIME.parse(parts[1], Instant::from),
                key));
      } catch (DateTimeException | NumberFormatException e) {
        throw new BackupException(
            "%s has a file that is no segment: %s".formatted(repository, key), e);
      }
    }
    return segments;
  }

  /** The content of a segment. */
  byte[] read(Stored segment) throws BackupException {
    byte[] content = repository.read(segment.key());
    if (!segment.key().endsWith("-" + hash(content))) {
      throw new BackupException(
          "the segment %s in %s is damaged".formatted(segment.key(), repository));
    }
    return content;
  }

  private static String hash(byte[] content) {
    return Sha256.of(content).substring(0, Repository.HASH_DIGITS);
  }

  /** Removes the segments before a position, also those of earlier generations. */
  void removeBefore(LogPosition first) throws BackupException {
    for (Stored segment : list(LOG)) {
      int earlier = segment.position().generation().compareTo(first.generation());
      if (earlier < 0 || (earlier == 0 && segment.position().segment() < first.segment())) {
        repository.delete(segment.key());
      }
    }
  }
}
