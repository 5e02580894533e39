package dev.gramme.server.backup;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The log of an archive. Its segments are {@code log/<generation>/<number>-<time>-<hash>}, with the
 * beginning of the hash of their content.
 */
final class LogObjects {
  static final String LOG = "log/";

  private final Repository repository;

  LogObjects(Repository repository) {
    this.repository = repository;
  }

  /**
   * A segment in the archive.
   *
   * @param time the time of its shipment in whole milliseconds, which may have several segments.
   *     Together they have all groups that were committed before, and that no earlier segment has
   */
  record Stored(LogPosition position, Instant time, String key) {}

  /**
   * A segment as the archive has it after {@link #send}.
   *
   * @param content in parts
   */
  static Stored segment(LogPosition position, Instant time, List<byte[]> content) {
    String name =
        String.join(
            "-",
            "%010d".formatted(position.segment()),
            Repository.TIME.format(time),
            hash(content));
    return new Stored(
        position, time.truncatedTo(ChronoUnit.MILLIS), LOG + position.generation() + "/" + name);
  }

  /** Sends a segment. Sending the same content again has no effect. */
  void send(LogPosition position, Instant time, List<byte[]> content) throws BackupException {
    repository.write(segment(position, time, content).key(), content);
  }

  /**
   * The segments of the same generation from a position on, in their order. Of two with the same
   * number it has the later one: a process that ended can still have sent the other one. The
   * process that continued the generation then sent the same groups and more, because the first
   * segment of a process completes its shipment.
   */
  List<Stored> from(LogPosition position) throws BackupException {
    var segments = new TreeMap<Long, Stored>();
    for (Stored segment : list(LOG + position.generation() + "/")) {
      if (segment.position().segment() >= position.segment()) {
        segments.merge(
            segment.position().segment(),
            segment,
            (one, other) -> other.time().isAfter(one.time()) ? other : one);
      }
    }
    return List.copyOf(segments.values());
  }

  boolean isEmpty() throws BackupException {
    return repository.keys(LOG).isEmpty();
  }

  /** The newest time in the names of generations, segments and backups. */
  Optional<Instant> newestTime() throws BackupException {
    return Stream.concat(
            repository.newestTime().stream(),
            list(LOG).stream().flatMap(segment -> Stream.of(began(segment), segment.time())))
        .max(Instant::compareTo);
  }

  /** The last segment of the newest generation. */
  Optional<Stored> newest() throws BackupException {
    return list(LOG).stream()
        .max(
            Comparator.comparing((Stored segment) -> segment.position().generation())
                .thenComparingLong(segment -> segment.position().segment())
                .thenComparing(Stored::time));
  }

  /**
   * The generation that the newest backup begins; empty if there is none.
   *
   * @throws BadContentException if its manifest is damaged, or has an unknown layout
   */
  Optional<String> newestBackedUp() throws BackupException {
    List<Repository.Backup> backups = repository.backups();
    return backups.isEmpty()
        ? Optional.empty()
        : repository.manifest(backups.getLast()).log().map(LogPosition::generation);
  }

  private static Instant began(Stored segment) {
    return Repository.TIME.parse(segment.position().generation(), Instant::from);
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
    if (!segment.key().endsWith("-" + hash(List.of(content)))) {
      throw new BackupException(
          "the segment %s in %s is damaged".formatted(segment.key(), repository));
    }
    return content;
  }

  private static String hash(List<byte[]> content) {
    return Sha256.of(content).substring(0, Repository.HASH_DIGITS);
  }

  /**
   * Removes the segments that no restore needs: those before the first backup of their generation,
   * and earlier generations without a backup. The order of generations alone does not show what is
   * needed, because earlier versions named them by a clock that may have been set back.
   *
   * @param backups where the logs of all backups begin
   * @param current the generation of the newest backup
   */
  void removeAllBut(List<LogPosition> backups, String current) throws BackupException {
    Map<String, Long> first = new HashMap<>();
    backups.forEach(log -> first.merge(log.generation(), log.segment(), Math::min));
    var expired = new ArrayList<String>();
    for (Stored segment : list(LOG)) {
      LogPosition position = segment.position();
      Long needed = first.get(position.generation());
      boolean isNeeded =
          needed == null
              ? position.generation().compareTo(current) >= 0
              : position.segment() >= needed;
      if (!isNeeded) {
        expired.add(segment.key());
      }
    }
    repository.deleteAll(expired);
  }
}
