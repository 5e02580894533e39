package dev.gramme.server.backup;

import dev.gramme.server.backup.Manifest.StoredFile;
import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Encryption;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * A backup repository in a bucket or folder. {@code objects/<sha256>} is the content of a file,
 * {@code backups/<time>-<hash>.json} the {@link Manifest} of a backup with the beginning of its own
 * hash. Files with the same content share an object. An object never changes, so its name proves
 * its content. The manifest is written last, so every backup with a manifest is complete.
 */
final class Repository {
  private static final String OBJECTS = "objects/";
  private static final String BACKUPS = "backups/";
  private static final String JSON = ".json";
  static final int HASH_DIGITS = 16;
  static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSSX").withZone(ZoneOffset.UTC);

  /** An unnamed object that is younger may belong to a backup that is being written. */
  private static final Duration UNFINISHED = Duration.ofHours(1);

  /** An upload that has written nothing for so long has ended. */
  private static final Duration ABANDONED = Duration.ofDays(1);

  private final Bucket bucket;
  private final String prefix;
  private final String name;

  /**
   * A repository.
   *
   * @param prefix empty, or what all keys begin with, with a slash at the end
   * @param name the repository's address as the operator configured it, for messages
   */
  Repository(Bucket bucket, String prefix, String name) {
    this.bucket = bucket;
    this.prefix = prefix;
    this.name = name;
  }

  /** A backup by its time and the name of its manifest. */
  record Backup(Instant time, String key) {}

  @Override
  public String toString() {
    return name;
  }

  /** The address of this place in a form that does not depend on the working directory. */
  String address() {
    return name.contains("://") ? name : Path.of(name).toAbsolutePath().normalize().toString();
  }

  /** All backups, the oldest first. */
  List<Backup> backups() throws BackupException {
    var backups = new ArrayList<Backup>();
    for (String key : keys(BACKUPS)) {
      int dash = key.lastIndexOf('-');
      if (dash > 0 && key.endsWith(JSON)) {
        try {
          backups.add(
              new Backup(TIME.parse(key.substring(BACKUPS.length(), dash), Instant::from), key));
        } catch (DateTimeException e) {
          throw new BackupException(
              "%s contains a file that is not a backup: %s".formatted(name, key), e);
        }
      }
    }
    return backups;
  }

  /** The time of the newest backup. */
  Optional<Instant> newestTime() throws BackupException {
    return backups().stream().map(Backup::time).max(Instant::compareTo);
  }

  /**
   * The manifest of a backup.
   *
   * @throws BadContentException if it is damaged, or has an unknown layout
   */
  Manifest manifest(Backup backup) throws BackupException {
    byte[] bytes = read(backup.key());
    if (!backup.key().equals(key(backup.time(), bytes))) {
      throw new BadContentException(
          "the manifest %s in %s is damaged".formatted(backup.key(), name));
    }
    return Manifest.decode(bytes, backup.key());
  }

  private static String key(Instant time, byte[] manifest) {
    return BACKUPS + TIME.format(time) + "-" + Sha256.of(manifest).substring(0, HASH_DIGITS) + JSON;
  }

  /** Adds a backup, whose objects must be complete. */
  Backup add(Manifest manifest) throws BackupException {
    byte[] bytes = manifest.encode();
    String key = key(manifest.time(), bytes);
    write(key, bytes);
    return new Backup(manifest.time(), key);
  }

  /** The segments of the log, if this is an archive. */
  LogObjects log() {
    return new LogObjects(this);
  }

  /** The owner of this place; empty if it was not used yet, or only by earlier versions. */
  Optional<PlaceOwner> owner() throws BackupException {
    return keys(PlaceOwner.KEY).contains(PlaceOwner.KEY)
        ? Optional.of(PlaceOwner.decode(read(PlaceOwner.KEY), name))
        : Optional.empty();
  }

  /** What a place without an owner has; empty if it was not used yet. */
  Optional<PlaceOwner.Kind> kindOfContent() throws BackupException {
    List<Backup> backups = backups();
    if (!backups.isEmpty()) {
      boolean hasLog = manifest(backups.getLast()).log().isPresent();
      return Optional.of(hasLog ? PlaceOwner.Kind.ARCHIVE : PlaceOwner.Kind.BACKUPS);
    }
    return log().isEmpty() ? Optional.empty() : Optional.of(PlaceOwner.Kind.ARCHIVE);
  }

  /** A small object. Its key and those of the following methods are relative to the repository. */
  byte[] read(String key) throws BackupException {
    try (InputStream content = bucket.read(prefix + key)) {
      return content.readAllBytes();
    } catch (BucketException | IOException e) {
      throw failed("read " + key, e);
    }
  }

  void write(String key, byte[] bytes) throws BackupException {
    write(key, List.of(bytes));
  }

  /** Writes an object whose content is in parts. */
  void write(String key, List<byte[]> parts) throws BackupException {
    try (var upload = bucket.write(prefix + key, Encryption.DEFAULT)) {
      for (byte[] bytes : parts) {
        upload.write(bytes, 0, bytes.length);
      }
      var _ = upload.complete();
    } catch (BucketException e) {
      throw failed("write " + key, e);
    }
  }

  void delete(String key) throws BackupException {
    try {
      bucket.delete(prefix + key);
    } catch (BucketException e) {
      throw failed("delete " + key, e);
    }
  }

  void deleteAll(List<String> keys) throws BackupException {
    try {
      bucket.deleteAll(keys.stream().map(key -> prefix + key).toList());
    } catch (BucketException e) {
      throw failed("delete %d objects".formatted(keys.size()), e);
    }
  }

  /** The keys of a folder in their order. */
  List<String> keys(String folder) throws BackupException {
    return list(folder).stream().map(entry -> entry.key().substring(prefix.length())).toList();
  }

  /** The sizes of all objects by their hash. */
  Map<String, Long> objects() throws BackupException {
    var sizes = new HashMap<String, Long>();
    for (Bucket.Entry entry : list(OBJECTS)) {
      sizes.put(hash(entry), entry.sizeBytes());
    }
    return sizes;
  }

  private String hash(Bucket.Entry object) {
    return object.key().substring(prefix.length() + OBJECTS.length());
  }

  /** Stores the content of a file, which must have the given hash. */
  void send(InputStream content, StoredFile file, LongConsumer progress)
      throws BackupException, IOException {
    try (var upload = bucket.write(key(file), Encryption.DEFAULT)) {
      if (!Sha256.copy(content, upload, progress).equals(file.sha256())) {
        throw new BackupException(
            "the file %s is damaged: its content has changed".formatted(file.path()));
      }
      var _ = upload.complete();
    } catch (BucketException e) {
      throw failed("write " + OBJECTS + file.sha256(), e);
    }
  }

  /** Writes the content of a file and compares it with its hash. */
  void fetch(StoredFile file, OutputStream to, LongConsumer progress)
      throws BackupException, IOException {
    try (InputStream content = bucket.read(key(file))) {
      if (!Sha256.copy(content, to, progress).equals(file.sha256())) {
        throw new BackupException(
            "%s in %s is damaged; this object is the content of %s"
                .formatted(OBJECTS + file.sha256(), name, file.path()));
      }
    } catch (BucketException e) {
      throw new BackupException(
          "%s in %s cannot be read (%s); this object is the content of %s"
              .formatted(OBJECTS + file.sha256(), name, reason(e), file.path()),
          e);
    }
  }

  private String key(StoredFile file) {
    return prefix + OBJECTS + file.sha256();
  }

  /** Compares the sizes of a backup's objects with its manifest. */
  void requireObjects(Manifest manifest) throws BackupException {
    Map<String, Long> objects = objects();
    for (StoredFile file : manifest.files()) {
      Long size = objects.get(file.sha256());
      if (size == null || size != file.sizeBytes()) {
        throw new BackupException(
            "%s in %s %s; this object is the content of %s"
                .formatted(
                    OBJECTS + file.sha256(),
                    name,
                    size == null
                        ? "is missing"
                        : "is damaged: it has %d bytes instead of %d"
                            .formatted(size, file.sizeBytes()),
                    file.path()));
      }
    }
  }

  /** Removes backups; their objects remain until {@link #removeUnnamedObjects}. */
  void remove(List<Backup> backups) throws BackupException {
    deleteAll(backups.stream().map(Backup::key).toList());
  }

  /**
   * Removes the objects that no backup names. The caller is the only process that may name an
   * object meanwhile: the place belongs to one data folder, whose commands have the {@link
   * FolderLock}, and whose server writes and expires its archive on one thread. Young objects
   * remain nevertheless, because the place may just have been taken over from a process that still
   * writes.
   *
   * @return the number of removed bytes
   */
  long removeUnnamedObjects(Instant now) throws BackupException {
    // Objects are listed before the manifests are read, so that a manifest written in between
    // protects its objects.
    List<Bucket.Entry> objects = list(OBJECTS);
    Set<String> named = new HashSet<>();
    for (Backup backup : backups()) {
      manifest(backup).files().forEach(file -> named.add(file.sha256()));
    }
    List<Bucket.Entry> unnamed =
        objects.stream()
            .filter(object -> !named.contains(hash(object)))
            .filter(object -> object.modified().isBefore(now.minus(UNFINISHED)))
            .toList();
    deleteAll(unnamed.stream().map(object -> OBJECTS + hash(object)).toList());
    return unnamed.stream().mapToLong(Bucket.Entry::sizeBytes).sum();
  }

  /** Removes what processes have left that were killed while they wrote an object. */
  void removeIncomplete(Instant now) throws BackupException {
    for (String folder : List.of(OBJECTS, BACKUPS, LogObjects.LOG)) {
      try {
        bucket.removeIncomplete(prefix + folder, now.minus(ABANDONED));
      } catch (BucketException e) {
        throw failed("remove incomplete files below " + folder, e);
      }
    }
  }

  private List<Bucket.Entry> list(String folder) throws BackupException {
    try {
      return bucket.list(prefix + folder, Integer.MAX_VALUE);
    } catch (BucketException e) {
      throw failed("list " + folder, e);
    }
  }

  private BackupException failed(String what, Exception e) {
    return new BackupException("cannot %s in %s: %s".formatted(what, name, reason(e)), e);
  }

  /** The medium's own message, where there is one. */
  private static String reason(Exception e) {
    Throwable cause = e instanceof BucketException && e.getCause() != null ? e.getCause() : e;
    return cause instanceof BucketException bucket ? bucket.text() : FileFaults.inWords(cause);
  }
}
