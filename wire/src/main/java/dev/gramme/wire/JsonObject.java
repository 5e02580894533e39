package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.ApiError;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * One JSON object whose members are looked at without a shape, such as those that are passed on.
 */
public final class JsonObject {
  private final byte[] body;

  /**
   * An object.
   *
   * @throws ApiError a SerializationException if the bytes are none
   */
  public JsonObject(byte[] body) {
    JsonSyntax.check(body, 0, body.length);
    if (body.length == 0) {
      throw JsonSyntax.malformed();
    }
    this.body = body.clone();
  }

  /** The names of its members. */
  public Set<String> names() {
    var names = new LinkedHashSet<String>();
    try (JsonParser parser = JsonSyntax.open(body, 0, body.length)) {
      String name;
      while ((name = parser.nextFieldName()) != null) {
        names.add(name);
        parser.nextToken();
        parser.skipChildren();
      }
    } catch (IOException malformed) {
      throw JsonSyntax.malformed();
    }
    return names;
  }

  /** The text of a member that is an object itself; empty if there is none of the name. */
  public Optional<byte[]> object(String member) {
    try (JsonParser parser = JsonSyntax.open(body, 0, body.length)) {
      String name;
      while ((name = parser.nextFieldName()) != null) {
        JsonToken token = parser.nextToken();
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        if (name.equals(member) && token == JsonToken.START_OBJECT) {
          int to = (int) parser.currentLocation().getByteOffset();
          return Optional.of(Arrays.copyOfRange(body, from, to));
        }
      }
      return Optional.empty();
    } catch (IOException malformed) {
      throw JsonSyntax.malformed();
    }
  }
}
