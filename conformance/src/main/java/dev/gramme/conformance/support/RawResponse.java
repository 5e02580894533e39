package dev.gramme.conformance.support;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An HTTP response as it was received; its body is not decompressed. */
public final class RawResponse {
  private final int status;
  private final HttpHeaders headers;
  private final byte[] body;

  RawResponse(int status, HttpHeaders headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The body as it was received. */
  public byte[] body() {
    return body.clone();
  }

  /** The headers. */
  public HttpHeaders headers() {
    return headers;
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The body as a JSON object. */
  public Map<String, @Nullable Object> json() {
    return Json.object(text());
  }

  /** The first value of a header; empty if there is none. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /** The name of the error without its namespace; empty for a success. */
  public String errorType() {
    var type = status == 200 ? null : (String) json().get("__type");
    return type == null ? "" : type.substring(type.indexOf('#') + 1);
  }

  /** The text of the error, from the member {@code message} or {@code Message}; else empty. */
  public String errorText() {
    var body = json();
    var text = (String) body.getOrDefault("message", body.get("Message"));
    return text == null ? "" : text;
  }
}
