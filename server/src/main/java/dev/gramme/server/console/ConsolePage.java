package dev.gramme.server.console;

import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.ContentCoding;
import dev.gramme.server.pipeline.Page;
import dev.gramme.wire.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of the console, and {@code config.json} with its settings. The files are read from the
 * class path for each request, so that the console costs neither time at the start nor memory while
 * nobody uses it. A browser keeps the files and asks with {@code If-None-Match} whether they have
 * changed. Files are compressed for browsers that accept it.
 *
 * <p>The files contain nothing secret. The console has no access of its own: its scripts send
 * requests of DynamoDB's protocol, with the credentials that the user enters.
 */
public final class ConsolePage implements Page {
  /** The path of the console itself. */
  public static final String PATH = "/console";

  /** The path of its files. */
  public static final String FILES = PATH + "/";

  private static final String INDEX = "index.html";
  private static final String CONFIGURATION = "config.json";

  /** Modules of other projects, from their packages: Preact with HTM, and js-yaml. */
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "preact.js", "/META-INF/resources/_static/htm/3.1.1/preact/standalone.module.js",
          "yaml.js", "/META-INF/resources/webjars/js-yaml/4.3.1/dist/js-yaml.mjs");

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}\\.([a-z]{1,4})");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  /**
   * Scripts, styles and requests only from this server, nothing inline. A download of the page's
   * own data is a blob, which is no request and needs no permission.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private final String region;
  private final boolean identities;
  private final @Nullable String endpoint;

  /**
   * The console of another endpoint, to which this process forwards requests with its own
   * credentials.
   *
   * @param region the region until the user chooses another one
   * @param endpoint the name that the page shows
   */
  public ConsolePage(String region, String endpoint) {
    this.region = region;
    this.identities = false;
    this.endpoint = endpoint;
  }

  /**
   * The console of a server.
   *
   * @param region the region that the console signs for until the user chooses another one
   * @param identities whether requests need the credentials of a user
   */
  public ConsolePage(String region, boolean identities) {
    this.region = region;
    this.identities = identities;
    this.endpoint = null;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    if (!request.method().equals("GET")) {
      return secured(text(405, "the console has only pages to read")).with("Allow", "GET");
    }
    String path = request.path();
    String name = path.equals(PATH) || path.equals(FILES) ? INDEX : path.substring(FILES.length());
    if (name.equals(CONFIGURATION)) {
      return secured(new HttpResponse(200, "application/json", configuration()))
          .with("Cache-Control", "no-store");
    }
    var matcher = NAME.matcher(name);
    String type = matcher.matches() ? TYPES.get(matcher.group(1)) : null;
    byte[] file = type == null ? null : file(name);
    if (type == null || file == null) {
      return secured(text(404, "the console has no such file"));
    }
    ContentCoding coding = ContentCoding.accepted(request.fields().first("Accept-Encoding"));
    String tag = tag(file, coding);
    HttpResponse response =
        tag.equals(request.fields().first("If-None-Match"))
            ? new HttpResponse(304)
            : encoded(type, file, coding);
    return secured(response)
        .with("ETag", tag)
        .with("Vary", "Accept-Encoding")
        .with("Cache-Control", "no-cache");
  }

  private static HttpResponse encoded(String type, byte[] file, @Nullable ContentCoding coding) {
    return coding == null
        ? new HttpResponse(200, type, file)
        : new HttpResponse(200, type, coding.encode(List.of(ByteBuffer.wrap(file))))
            .with("Content-Encoding", coding.token());
  }

  private byte[] configuration() {
    var out =
        new JsonWriter()
            .beginObject()
            .name("region")
            .string(region)
            .name("identities")
            .bool(identities);
    if (endpoint != null) {
      out.name("endpoint").string(endpoint);
    }
    return out.endObject().toByteArray();
  }

  private static HttpResponse text(int status, String line) {
    return new HttpResponse(
        status, "text/plain", (line + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static HttpResponse secured(HttpResponse response) {
    return response
        .with("Content-Security-Policy", POLICY)
        .with("X-Content-Type-Options", "nosniff")
        .with("X-Frame-Options", "DENY")
        .with("Referrer-Policy", "no-referrer")
        .with("Cross-Origin-Opener-Policy", "same-origin")
        .with("Cross-Origin-Resource-Policy", "same-origin");
  }

  private static byte @Nullable [] file(String name) {
    String resource = LIBRARIES.getOrDefault(name, name);
    try (InputStream in = ConsolePage.class.getResourceAsStream(resource)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A strong tag, so the same file has another one for each coding. */
  private static String tag(byte[] file, @Nullable ContentCoding coding) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(file);
      String suffix = coding == null ? "" : "-" + coding.token();
      return '"' + HexFormat.of().formatHex(hash, 0, 16) + suffix + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
