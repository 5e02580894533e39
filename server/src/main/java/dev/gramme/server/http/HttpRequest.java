package dev.gramme.server.http;

/**
 * A request with its complete body. The body's array is never copied: handlers may read it but must
 * not change it.
 */
public final class HttpRequest {
  private final String method;
  private final String target;
  private final HttpFields fields;
  private final byte[] body;
  private final String source;
  private final boolean secure;

  /**
   * A request from this process.
   *
   * @param target path and query as in the request line, such as {@code /?a=b}
   */
  public HttpRequest(String method, String target, HttpFields fields, byte[] body) {
    this(method, target, fields, body, "127.0.0.1", false);
  }

  /**
   * A request.
   *
   * @param target path and query as in the request line, such as {@code /?a=b}
   * @param source the IP address of the client
   * @param secure whether it was sent over TLS
   */
  public HttpRequest(
      String method, String target, HttpFields fields, byte[] body, String source, boolean secure) {
    this.method = method;
    this.target = target;
    this.fields = fields;
    this.body = body;
    this.source = source;
    this.secure = secure;
  }

  /** The method, such as {@code POST}. */
  public String method() {
    return method;
  }

  /** The path, before any question mark. */
  public String path() {
    int question = target.indexOf('?');
    return question < 0 ? target : target.substring(0, question);
  }

  /** What follows the question mark, still percent-encoded; empty if there is none. */
  public String query() {
    int question = target.indexOf('?');
    return question < 0 ? "" : target.substring(question + 1);
  }

  /** The header fields. */
  public HttpFields fields() {
    return fields;
  }

  /** The IP address of the client. */
  public String source() {
    return source;
  }

  /** Whether the request was sent over TLS. */
  public boolean isSecure() {
    return secure;
  }

  /** The body as it was sent, not decompressed; empty if there is none. */
  public byte[] body() {
    return body;
  }
}
