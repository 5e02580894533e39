package dev.gramme.server.backup;

import dev.gramme.model.ApiError;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The contents of one backup.
 *
 * @param time no later write is in the backup
 * @param gramme the version of Gramme that wrote the backup
 * @param format the format of the databases
 * @param folders the folders of the databases, relative to the data folder; the data folder itself
 *     is the empty string
 * @param files in the order in which a restore writes them
 * @param log in an archive: where the log begins that continues this backup
 */
record Manifest(
    Instant time,
    String gramme,
    String format,
    List<String> folders,
    List<StoredFile> files,
    Optional<LogPosition> log) {
  private static final int LAYOUT = 1;

  private static final Member<String> PATH = Member.required("path", Shape.string());
  private static final Member<Long> SIZE = Member.required("size", Shape.longInteger());
  private static final Member<String> SHA256 = Member.required("sha256", Shape.string());
  private static final StructureShape FILE = StructureShape.of("File", PATH, SIZE, SHA256);
  private static final Member<Integer> VERSION = Member.required("layout", Shape.integer());
  private static final Member<String> TIME = Member.required("time", Shape.string());
  private static final Member<String> GRAMME = Member.required("gramme", Shape.string());
  private static final Member<String> FORMAT = Member.required("format", Shape.string());
  private static final Member<List<String>> FOLDERS =
      Member.required("folders", Shape.list(Shape.string()));
  private static final Member<List<Structure>> FILES = Member.required("files", Shape.list(FILE));
  private static final Member<String> GENERATION = Member.required("generation", Shape.string());
  private static final Member<Long> SEGMENT = Member.required("segment", Shape.longInteger());
  private static final Member<Structure> LOG =
      Member.optional("log", StructureShape.of("Log", GENERATION, SEGMENT));
  private static final StructureShape BACKUP =
      StructureShape.of("Backup", VERSION, TIME, GRAMME, FORMAT, FOLDERS, FILES, LOG);

  Manifest {
    folders = List.copyOf(folders);
    files = List.copyOf(files);
  }

  /**
   * A file of a backup.
   *
   * @param path relative to the data folder, with slashes
   * @param sha256 the hash of its content, which is the name of its object
   */
  record StoredFile(String path, long sizeBytes, String sha256) {}

  /** The size of all files. */
  long sizeBytes() {
    return files.stream().mapToLong(StoredFile::sizeBytes).sum();
  }

  /** The manifest as JSON. */
  byte[] encode() {
    var json = new JsonWriter().beginObject();
    json.name(VERSION.name()).number((long) LAYOUT);
    json.name(TIME.name()).string(time.toString());
    json.name(GRAMME.name()).string(gramme);
    json.name(FORMAT.name()).string(format);
    json.name(FOLDERS.name()).beginArray();
    folders.forEach(json::string);
    json.endArray();
    json.name(FILES.name()).beginArray();
    for (StoredFile file : files) {
      json.beginObject();
      json.name(PATH.name()).string(file.path());
      json.name(SIZE.name()).number(file.sizeBytes());
      json.name(SHA256.name()).string(file.sha256());
      json.endObject();
    }
    json.endArray();
    log.ifPresent(from -> {
      json.name(LOG.name()).beginObject();
      json.name(GENERATION.name()).string(from.generation());
      json.name(SEGMENT.name()).number(from.segment());
      json.endObject();
    });
    return (json.endObject() + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a manifest.
   *
   * @param name its name, for messages
   * @throws BadContentException if it is damaged, or has an unknown layout
   */
  static Manifest decode(byte[] bytes, String name) throws BackupException {
    try {
      Structure json = RequestDecoder.decode(bytes, 0, bytes.length, BACKUP);
      int layout = json.require(VERSION);
      if (layout != LAYOUT) {
        throw new BadContentException(
            "the backup %s has the layout %d; this version of Gramme reads %d"
                .formatted(name, layout, LAYOUT));
      }
      return new Manifest(
          Instant.parse(json.require(TIME)),
          json.require(GRAMME),
          json.require(FORMAT),
          json.require(FOLDERS),
          json.require(FILES).stream().map(Manifest::file).toList(),
          Optional.ofNullable(json.get(LOG)).map(Manifest::log));
    } catch (ApiError | DateTimeException | IllegalStateException e) {
      throw new BadContentException("the manifest " + name + " is damaged", e);
    }
  }

  private static LogPosition log(Structure json) {
    return new LogPosition(json.require(GENERATION), json.require(SEGMENT));
  }

  private static StoredFile file(Structure json) {
    return new StoredFile(json.require(PATH), json.require(SIZE), json.require(SHA256));
  }
}
