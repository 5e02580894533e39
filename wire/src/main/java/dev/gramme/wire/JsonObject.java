package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.ApiError;
import dev.gramme.wire.JsonReader.Malformed;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A JSON object whose members are read without a shape, for example because they are passed on
 * unchanged.
 */
public final class JsonObject {
  private final byte[] body;

  /**
   * An object.
   *
   * @throws ApiError a SerializationException if the bytes are not a JSON object
   */
  public JsonObject(byte[] body) {
    JsonSyntax.check(body, 0, body.length);
    if (body.length == 0) {
      throw JsonSyntax.malformed();
    }
    this.body = body.clone();
  }

  /** The names of the members. */
  public Set<String> names() {
    var names = new LinkedHashSet<String>();
    try {
      JsonReader json = JsonSyntax.open(body, 0, body.length);
      String name;
      while ((name = json.nextName()) != null) {
        names.add(name);
        json.nextToken();
        json.skipChildren();
      }
    } catch (Malformed malformed) {
      throw JsonSyntax.malformed();
    }
    return names;
  }

  /** The JSON text of a member whose value is an object; empty if there is no such member. */
  public Optional<byte[]> object(String member) {
    try {
      JsonReader json = JsonSyntax.open(body, 0, body.length);
      String name;
      while ((name = json.nextName()) != null) {
        JsonToken token = json.nextToken();
        int from = json.tokenOffset();
        json.skipChildren();
        if (name.equals(member) && token == JsonToken.START_OBJECT) {
          int to = json.offset();
          return Optional.of(Arrays.copyOfRange(body, from, to));
        }
      }
      return Optional.empty();
    } catch (Malformed malformed) {
      throw JsonSyntax.malformed();
    }
  }
}
