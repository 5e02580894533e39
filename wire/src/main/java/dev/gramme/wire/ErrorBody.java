package dev.gramme.wire;

import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.ThrottlingReason;

/**
 * The body of an error response: its type, its message, and the further members that some errors
 * have.
 */
public final class ErrorBody {
  /** The maximum length of a message, since it may contain a part of the request. */
  static final int MAX_CHARACTERS = Echo.MAX_LENGTH;

  private ErrorBody() {}

  /** Writes the body of an error. */
  public static void write(JsonWriter json, ApiError error) {
    json.beginObject().name("__type").string(error.type().wireName());
    error.text().ifPresent(text -> json.name(error.type().textMember()).string(truncate(text)));
    error.item().ifPresent(item -> json.name("Item").item(item));
    if (!error.cancellationReasons().isEmpty()) {
      json.name("CancellationReasons").beginArray();
      error.cancellationReasons().forEach(reason -> write(json, reason));
      json.endArray();
    }
    if (!error.throttlingReasons().isEmpty()) {
      // ThrottlingException spells this member with a lower-case letter.
      json.name(error.type() == ErrorType.THROTTLING ? "throttlingReasons" : "ThrottlingReasons")
          .beginArray();
      error.throttlingReasons().forEach(reason -> write(json, reason));
      json.endArray();
    }
    json.endObject();
  }

  private static String truncate(String text) {
    return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
  }

  private static void write(JsonWriter json, ThrottlingReason reason) {
    json.beginObject();
    json.name("reason").string(reason.reason());
    json.name("resource").string(reason.resource());
    json.endObject();
  }

  private static void write(JsonWriter json, CancellationReason reason) {
    json.beginObject().name("Code").string(reason.code());
    if (reason.text() != null) {
      json.name("Message").string(truncate(reason.text()));
    }
    if (reason.item() != null) {
      json.name("Item").item(reason.item());
    }
    json.endObject();
  }
}
