package dev.gramme.server.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A response with its whole body. {@code Server}, {@code Date}, {@code Content-Length} and {@code
 * Connection} are the server's business and added on the way out. The body's array is handed over:
 * it is not copied and must not be changed afterwards.
 */
public final class HttpResponse {
  private static final byte[] EMPTY = {};

  private final int status;
  private final @Nullable String contentType;
  private final byte[] body;
  private final List<String> fields = new ArrayList<>(4);

  /** A response with a body. */
  public HttpResponse(int status, String contentType, byte[] body) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
  }

  /** A response without a body. */
  public HttpResponse(int status) {
    this.status = status;
    this.contentType = null;
    this.body = EMPTY;
  }

  /** Adds a field after those that are there. The value must be one line of ASCII. */
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

  /** The bytes to send. */
  public byte[] body() {
    return body;
  }

  /** Further fields: name, value, name, value. */
  public List<String> fields() {
    return Collections.unmodifiableList(fields);
  }
}
