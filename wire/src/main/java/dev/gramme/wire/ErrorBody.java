package dev.gramme.wire;

import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.ThrottlingReason;

/** The body of an error: its type, its text, and for some errors what else they tell. */
public final class ErrorBody {
  /** A text that shows what the client sent is cut off here. */
  static final int MOST_CHARACTERS = Echo.MAX_LENGTH;

  private ErrorBody() {}

  /** Writes the body. */
  public static void write(JsonWriter json, ApiError error) {
    json.beginObject().name("__type").string(error.type().wireName());
    error.text().ifPresent(text -> json.name(error.type().textMember()).string(cut(text)));
    error.item().ifPresent(item -> json.name("Item").item(item));
    if (!error.cancellationReasons().isEmpty()) {
      json.name("CancellationReasons").beginArray();
      error.cancellationReasons().forEach(reason -> write(json, reason));
      json.endArray();
    }
    if (!error.throttlingReasons().isEmpty()) {
      // One of the errors spells the member otherwise.
      json.name(error.type() == ErrorType.THROTTLING ? "throttlingReasons" : "ThrottlingReasons")
          .beginArray();
      error.throttlingReasons().forEach(reason -> write(json, reason));
      json.endArray();
    }
    json.endObject();
  }

  private static String cut(String text) {
    return text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) : text;
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
      json.name("Message").string(cut(reason.text()));
    }
    if (reason.item() != null) {
      json.name("Item").item(reason.item());
    }
    json.endObject();
  }
}
