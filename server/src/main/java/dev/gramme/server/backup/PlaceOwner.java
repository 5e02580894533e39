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

/**
 * The data folder that a place belongs to.
 *
 * @param kind what the place has
 * @param id the identity of the data folder
 * @param folder its path when the place was first used, for messages
 * @param host the name of its machine then, for messages
 * @param since when the place was first used
 */
record PlaceOwner(Kind kind, String id, String folder, String host, Instant since) {
  /** The object with the owner. */
  static final String KEY = "owner.json";

  private static final int LAYOUT = 1;

  private static final Member<Integer> VERSION = Member.required("layout", Shape.integer());
  private static final Member<String> KIND = Member.required("kind", Shape.string());
  private static final Member<String> ID = Member.required("id", Shape.string());
  private static final Member<String> FOLDER = Member.required("folder", Shape.string());
  private static final Member<String> HOST = Member.required("host", Shape.string());
  private static final Member<String> SINCE = Member.required("since", Shape.string());
  private static final StructureShape OWNER =
      StructureShape.of("Owner", VERSION, KIND, ID, FOLDER, HOST, SINCE);

  /** What a place has. */
  enum Kind {
    /** The archive of a server. */
    ARCHIVE("archive"),
    /** Backups that a command wrote. */
    BACKUPS("backups");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    private static Kind of(String word) throws BackupException {
      for (Kind kind : values()) {
        if (kind.word.equals(word)) {
          return kind;
        }
      }
      throw new BackupException("a place has an unknown kind: " + word);
    }
  }

  /** The owner in words. */
  String inWords() {
    return "the data folder %s on %s (since %s)".formatted(folder, host, since);
  }

  /** The owner as JSON. */
  byte[] encode() {
    var json = new JsonWriter().beginObject();
    json.name(VERSION.name()).number((long) LAYOUT);
    json.name(KIND.name()).string(kind.word);
    json.name(ID.name()).string(id);
    json.name(FOLDER.name()).string(folder);
    json.name(HOST.name()).string(host);
    json.name(SINCE.name()).string(since.toString());
    return (json.endObject() + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads an owner.
   *
   * @param place its place, for messages
   */
  static PlaceOwner decode(byte[] bytes, String place) throws BackupException {
    try {
      Structure json = RequestDecoder.decode(bytes, 0, bytes.length, OWNER);
      int layout = json.require(VERSION);
      if (layout != LAYOUT) {
        throw new BackupException(
            "%s in %s has the layout %d; this version of Gramme reads %d"
                .formatted(KEY, place, layout, LAYOUT));
      }
      return new PlaceOwner(
          Kind.of(json.require(KIND)),
          json.require(ID),
          json.require(FOLDER),
          json.require(HOST),
          Instant.parse(json.require(SINCE)));
    } catch (ApiError | DateTimeException | IllegalStateException e) {
      throw new BackupException("%s in %s is damaged".formatted(KEY, place), e);
    }
  }
}
