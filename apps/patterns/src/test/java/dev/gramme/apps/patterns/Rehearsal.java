package dev.gramme.apps.patterns;

import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.Throttling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs patterns on in-memory databases, reproducibly: the clock advances only when a pattern
 * advances it.
 */
public final class Rehearsal {
  /** The start time of every run. */
  public static final Instant BEGIN = Instant.parse("2026-11-21T12:00:00Z");

  private static final int SEED = 20_261_121;

  private Rehearsal() {}

  /** Runs a pattern on a new database. */
  public static Showing of(Pattern pattern) {
    var now = new AtomicReference<>(BEGIN);
    Path folder = folder();
    try (var gramme = open(pattern);
        var clients = new Clients(gramme)) {
      return Stage.show(
          pattern,
          new Means(
              clients.main(pattern.surroundings()),
              gramme.streamsClient(),
              clients::tenant,
              clients::encrypting,
              now::get,
              by -> pass(gramme, now, by),
              new Random(SEED),
              folder,
              () -> connect(pattern)));
    } finally {
      delete(folder);
    }
  }

  private static Gramme open(Pattern pattern) {
    var builder = Gramme.builder().clock(InstantSource.fixed(BEGIN));
    return switch (pattern.surroundings()) {
      case PLAIN -> builder.inMemory();
      case THROTTLED -> builder.throttling(Throttling.SERVICE).inMemory();
      // Signatures use the system clock, and the database compares them with its own clock.
      case SECURED ->
          builder.clock(InstantSource.system()).identities(Clients.identities()).inMemory();
    };
  }

  private static void pass(Gramme gramme, AtomicReference<Instant> now, Duration by) {
    now.updateAndGet(before -> before.plus(by));
    gramme.advance(by);
  }

  private static Connection connect(Pattern pattern) {
    try {
      return DriverManager.getConnection("jdbc:h2:mem:" + System.identityHashCode(pattern));
    } catch (SQLException e) {
      throw new IllegalStateException("H2 does not open a database in memory", e);
    }
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("patterns");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
