package dev.gramme.server.http;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A response with its complete body. The server adds {@code Server}, {@code Date}, {@code
 * Content-Length} and {@code Connection}. The body's array is handed over: it is not copied and
 * must not be changed afterwards.
 */
public final class HttpResponse {
  private final int status;
  private final @Nullable String contentType;
  private final List<ByteBuffer> parts;
  private final List<String> fields = new ArrayList<>(4);

  /** A response with a body. */
  public HttpResponse(int status, String contentType, byte[] body) {
    this(status, contentType, List.of(ByteBuffer.wrap(body)));
  }

  /** A response with a body in parts. Each part must be backed by an array. */
  public HttpResponse(int status, String contentType, List<ByteBuffer> parts) {
    this.status = status;
    this.contentType = contentType;
    this.parts = List.copyOf(parts);
  }

  /** A response without a body. */
  public HttpResponse(int status) {
    this.status = status;
    this.contentType = null;
    this.parts = List.of();
  }

  /** Adds a field after the existing ones. The value must be one line of ASCII. */
  public HttpResponse with(String name, String value) {
    fields.add(name);
    fields.add(value);
    return this;
  }

  /** The status code. */
  public int status() {
    return status;
  }

  /** The media type of the body; null if there is no body. */
  public @Nullable String contentType() {
    return contentType;
  }

  /** The number of bytes to send. */
  public int bodyBytes() {
    int bytes = 0;
    for (ByteBuffer part : parts) {
      bytes += part.remaining();
    }
    return bytes;
  }

  /** The bytes to send, in parts. */
  public List<ByteBuffer> parts() {
    return parts;
  }

  /** The bytes to send; a copy. */
  public byte[] body() {
    var all = ByteBuffer.allocate(bodyBytes());
    parts.forEach(part -> all.put(part.duplicate()));
    return all.array();
  }

  /** The additional fields as name, value, name, value. */
  public List<String> fields() {
    return Collections.unmodifiableList(fields);
  }
}
