package dev.gramme.server.backup;

import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.settings.ArchiveSettings;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import dev.gramme.storage.BackOff;
import dev.gramme.storage.rocksdb.ArchivedLog;
import dev.gramme.storage.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * Keeps an archive of the databases of a running server up to date. One thread sends what was
 * committed since the last time, at a fixed interval; another one writes a backup now and then, so
 * that a restore need not replay a long log. A failure is logged, counted and repeated; it has no
 * effect on the server.
 */
public final class Archiver implements AutoCloseable {
  private static final BackOff BACK_OFF = new BackOff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** A log stays at least for so many intervals, so that a slow shipment still finds it. */
  private static final int KEPT_INTERVALS = 12;

  private static final Duration LEAST_KEPT = Duration.ofMinutes(1);

  /** How often the need for a backup is checked. */
  private static final Duration CHECK = Duration.ofMillis(500);

  /**
   * A newest group with a time that is further ahead is ignored: if the process before had no
   * archive, the group has no time, but may end with bytes that look like one.
   */
  private static final Duration CREDIBLE = Duration.ofDays(1);

  /** How long a start waits for the owner of the archive. */
  private static final Duration START = Duration.ofSeconds(5);

  /** How long a stop waits for the last shipment. */
  private static final Duration STOP = Duration.ofSeconds(10);

  private final Place place;
  private final Path data;
  private final ArchiveSettings settings;
  private final AdvancingClock clock;
  private final LongSupplier nanoTime;
  private final ArchiveBase base;
  private final LogShipper shipper;
  private final ConcurrentSkipListMap<String, RocksStore> stores = new ConcurrentSkipListMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final LongAdder errors = new LongAdder();
  private final Thread shipping = thread("gramme-archive", this::shipAll);
  private final Thread basing = thread("gramme-archive-base", this::writeBases);

  /**
   * The moment up to which a restore is possible, or of the start before the first backup. It is in
   * nanoseconds of a clock that nobody sets.
   */
  private volatile long completeNanos;

  private Archiver(
      Place place,
      Path data,
      ArchiveSettings settings,
      AdvancingClock clock,
      LongSupplier nanoTime,
      PlaceClaim claim,
      ArchiveBase base) {
    this.place = place;
    this.data = data;
    this.settings = settings;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.base = base;
    this.shipper = new LogShipper(place.repository().log(), claim, base, clock);
  }

  /**
   * An archiver that has no databases yet.
   *
   * @param version the version of Gramme
   * @throws BackupException if the place of the archive belongs to another data folder
   */
  public static Archiver open(
      Settings settings, ArchiveSettings archive, String version, InstantSource clock)
      throws SettingsException, BackupException {
    Place place = Place.open(archive.to(), settings);
    Path data = settings.data();
    var claim = new PlaceClaim(data, place.repository(), PlaceOwner.Kind.ARCHIVE, clock);
    try {
      check(archive.to(), claim);
    } catch (PlaceTakenException e) {
      place.close();
      throw e;
    }
    var times = new AdvancingClock(clock);
    LongSupplier nanoTime = System::nanoTime;
    var base =
        new ArchiveBase(data, place.repository(), claim, archive.keep(), version, times, nanoTime);
    return new Archiver(place, data, archive, times, nanoTime, claim, base);
  }

  /**
   * Fails if the place belongs to another data folder. If the place cannot be reached or created,
   * the server starts nevertheless, and the check is repeated before anything is sent.
   */
  private static void check(String to, PlaceClaim claim) throws PlaceTakenException {
    var check =
        new FutureTask<Optional<PlaceTakenException>>(() -> {
          try {
            Place.create(to);
            var _ = claim.require();
            return Optional.empty();
          } catch (PlaceTakenException e) {
            return Optional.of(e);
          }
        });
    Thread.ofPlatform().daemon().name("gramme-archive-check").start(check);
    Optional<PlaceTakenException> taken = Optional.empty();
    try {
      taken = check.get(START.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LoggerFactory.getLogger(Archiver.class)
          .warn(
              "The owner of the archive is not known yet: {}",
              e instanceof TimeoutException
                  ? "no answer in %d s".formatted(START.toSeconds())
                  : FileFaults.inWords(e.getCause() == null ? e : e.getCause()));
    }
    if (taken.isPresent()) {
      throw taken.get();
    }
  }

  private static Thread thread(String name, Runnable body) {
    return Thread.ofPlatform().name(name).daemon().unstarted(body);
  }

  /** How databases must keep their logs. */
  public ArchivedLog log() {
    Duration kept = settings.interval().multipliedBy(KEPT_INTERVALS);
    return new ArchivedLog(
        clock, kept.compareTo(LEAST_KEPT) < 0 ? LEAST_KEPT : kept, settings.logBytes());
  }

  /** Adds a database, to which nothing was written since it was opened. */
  public void add(Path folder, RocksStore store) {
    // A process that crashed may not have sent this time to the archive.
    store
        .log()
        .newestTime()
        .filter(time -> time.isBefore(clock.computerTime().plus(CREDIBLE)))
        .ifPresent(clock::follow);
    stores.put(DatabaseCopy.slashes(data.relativize(folder)), store);
  }

  /** Begins to send. */
  public void start() {
    warnOfOtherDatabases();
    completeNanos = nanoTime.getAsLong();
    shipping.start();
    basing.start();
  }

  private void warnOfOtherDatabases() {
    var log = LoggerFactory.getLogger(Archiver.class);
    try {
      for (Path database : DataFolder.databases(data)) {
        if (!stores.containsKey(DatabaseCopy.slashes(data.relativize(database)))) {
          log.warn(
              "The archive lacks the database in {}, because this server has not opened it.",
              database);
        }
      }
    } catch (IOException e) {
      log.warn("The archive may lack databases in {}: {}", data, FileFaults.inWords(e));
    }
  }

  private void shipAll() {
    int failures = 0;
    Duration pause = Duration.ZERO;
    boolean ends = false;
    int reached = 0;
    while (!ends) {
      try {
        ends = closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        long moment = nanoTime.getAsLong();
        Place.create(settings.to()); // may have failed before, or was removed
        LogPosition before = shipper.next();
        // The time of a backup can be restored once the log has reached it.
        boolean hasBackup = before != null && base.isOf(before);
        int backups = base.count();
        shipper.ship(new TreeMap<>(stores), ends || backups > reached);
        reached = backups;
        LogPosition next = shipper.next();
        if (hasBackup && next != null && base.isOf(next)) {
          completeNanos = moment;
        }
        failures = 0;
        pause = settings.interval();
      } catch (InterruptedException e) {
        return;
      } catch (Exception | Error e) {
        pause = failed("send the log", e, ++failures);
      }
    }
  }

  private void writeBases() {
    int failures = 0;
    boolean hasLooked = false;
    Duration pause = CHECK;
    while (true) {
      try {
        if (closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
        LogPosition next = shipper.next();
        if (next != null && !hasLooked) {
          base.find(next);
          hasLooked = true;
        }
        if (next != null && base.isNeeded(next, shipper.sentBytes())) {
          base.write(next, new TreeMap<>(stores), shipper.sentBytes());
          base.removeOld(next);
        }
        failures = 0;
        pause = CHECK;
      } catch (InterruptedException e) {
        return;
      } catch (Exception | Error e) {
        pause = failed("write a backup or delete old ones", e, ++failures);
      }
    }
  }

  /** The pause grows, so that a long failure does not fill the log. */
  private Duration failed(String what, Throwable fault, int failures) {
    errors.increment();
    Duration pause = BACK_OFF.pause(failures);
    String reason =
        fault instanceof BackupException || fault instanceof IOException
            ? FileFaults.inWords(fault)
            : fault.toString();
    if (!Thread.currentThread().isInterrupted()) {
      LoggerFactory.getLogger(Archiver.class)
          .warn(
              "The archiver cannot {} (failure {}, next attempt in {} s): {}",
              what,
              failures,
              pause.toSeconds(),
              reason);
    }
    return pause;
  }

  /** Adds the metrics of the archive. */
  public void addTo(MetricsPage page) {
    page.gauge(
        "gramme_archive_lag_seconds",
        "Seconds since the moment up to which the archive can restore all changes.",
        Duration.ofNanos(nanoTime.getAsLong() - completeNanos).toMillis() / 1e3);
    page.counter(
        "gramme_archive_errors_total",
        "Failed attempts to write to the archive; each is repeated.",
        (double) errors.sum());
    page.counter(
        "gramme_archive_log_bytes_total",
        "Bytes of the log that were sent to the archive.",
        (double) shipper.sentBytes());
    page.counter(
        "gramme_archive_backups_total",
        "Backups that were written to the archive.",
        (double) base.count());
  }

  /** Sends what was committed before, if that takes some seconds at most. */
  @Override
  public void close() {
    closing.countDown();
    basing.interrupt();
    try {
      if (shipping.isAlive() && !shipping.join(STOP)) {
        LoggerFactory.getLogger(Archiver.class)
            .warn(
                "The last changes are not in the archive; the next start sends them, or a complete backup.");
        shipping.interrupt();
      }
      if (basing.isAlive() && !basing.join(STOP)) {
        LoggerFactory.getLogger(Archiver.class).warn("A backup in the archive is incomplete.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    place.close();
  }
}
