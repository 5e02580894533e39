package dev.gramme.apps.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gramme.apps.web.command.StartException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JDK's HTTP server on loopback, with routes and JSON. Each request has a thread of its own.
 */
public final class JsonServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(JsonServer.class);
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();
  private static final int LARGEST_BODY_BYTES = 1024 * 1024;
  private static final int BACKLOG = 1024;

  /** A request. */
  public record Request(Matcher path, Map<String, String> query, Headers headers, JsonNode body) {
    public Request {
      query = Map.copyOf(query);
    }

    /** A query parameter, if it is present and not empty. */
    public Optional<String> parameter(String name) {
      return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.getFirst(name));
    }

    /** A part of the path, counted from 1. */
    public String part(int number) {
      return path.group(number);
    }

    /**
     * A member of the body.
     *
     * @throws BadRequestException if it is missing
     */
    public String text(String member) throws BadRequestException {
      var value = body.get(member);
      if (value == null || value.isNull()) {
        throw new BadRequestException("the body must have a member " + member);
      }
      return value.asText();
    }
  }

  /** A response: an object that becomes JSON, or an HTML page. */
  public record Response(int status, Object body, Map<String, String> headers) {
    public Response {
      headers = Map.copyOf(headers);
    }

    public static Response ok(Object body) {
      return new Response(200, body, Map.of());
    }

    public static Response error(int status, String why) {
      return new Response(status, Map.of("error", why), Map.of());
    }
  }

  /** An HTML page. */
  public record Html(String text) {}

  /** Something that does not exist, answered with status 404. */
  public static final class NotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotFoundException(String what) {
      super(what);
    }
  }

  /** An invalid request, answered with status 400. */
  public static final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1;

    public BadRequestException(String why) {
      super(why);
    }
  }

  /** Handles the requests of a route. */
  @FunctionalInterface
  public interface Handler {
    Response answer(Request request) throws Exception;
  }

  private record Route(String method, Pattern path, Handler handler) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Route> routes = new ArrayList<>();
  private final List<Function<Exception, Optional<Response>>> failures = new ArrayList<>();

  /**
   * Binds a port of loopback; requests wait until the start.
   *
   * @param port 0 for any free port
   * @throws StartException if the port is in use
   */
  public JsonServer(int port) throws IOException {
    this.server = listening(port);
    server.setExecutor(threads);
    server.createContext("/", this::serve);
  }

  private static HttpServer listening(int port) throws IOException {
    try {
      return HttpServer.create(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    } catch (BindException e) {
      throw new StartException(
          "port %d is in use; choose another with --port, or 0 for any free port".formatted(port),
          e);
    }
  }

  /**
   * Adds a route; call it before {@link #start}.
   *
   * @param path a regular expression, whose groups become the request's parts
   */
  public JsonServer route(String method, String path, Handler handler) {
    routes.add(new Route(method, Pattern.compile(path), handler));
    return this;
  }

  /**
   * Adds a response to exceptions of handlers; call it before {@link #start}. Exceptions without a
   * response are errors in the application.
   */
  public JsonServer onFailure(Function<Exception, Optional<Response>> response) {
    failures.add(response);
    return this;
  }

  /** Starts serving. */
  public JsonServer start() {
    server.start();
    return this;
  }

  /** The port of the server. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      send(exchange, answer(exchange));
    }
  }

  private Response answer(HttpExchange exchange) {
    try {
      for (var route : routes) {
        var path = route.path().matcher(exchange.getRequestURI().getPath());
        if (route.method().equals(exchange.getRequestMethod()) && path.matches()) {
          return route
              .handler()
              .answer(
                  new Request(
                      path,
                      query(exchange.getRequestURI()),
                      exchange.getRequestHeaders(),
                      body(exchange)));
        }
      }
      return noRoute(exchange);
    } catch (BadRequestException e) {
      return Response.error(400, String.valueOf(e.getMessage()));
    } catch (NotFoundException e) {
      return Response.error(404, String.valueOf(e.getMessage()));
    } catch (Exception e) {
      return failure(exchange, e);
    }
  }

  /** A path that exists with other methods has them in the header Allow. */
  private Response noRoute(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    var allowed =
        routes.stream()
            .filter(route -> route.path().matcher(path).matches())
            .map(Route::method)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    String request = exchange.getRequestMethod() + " " + path;
    return allowed.isEmpty()
        ? Response.error(404, request + ": this path does not exist")
        : new Response(
            405,
            Map.of("error", "%s: this path has only %s".formatted(request, allowed)),
            Map.of("Allow", allowed));
  }

  /** The message has no details of an error in the application; the log has them. */
  private Response failure(HttpExchange exchange, Exception failure) {
    String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    for (var known : failures) {
      Optional<Response> response = known.apply(failure);
      if (response.isPresent()) {
        log.warn("{} was answered with {}", request, response.get().status(), failure);
        return response.get();
      }
    }
    String id = UUID.randomUUID().toString();
    log.error("{} failed; error {}", request, id, failure);
    return Response.error(
        500, "%s failed; the application's log has the reason at error %s".formatted(request, id));
  }

  private static Map<String, String> query(URI uri) throws BadRequestException {
    var query = new HashMap<String, String>();
    String raw = uri.getRawQuery();
    if (raw != null) {
      for (String pair : raw.split("&")) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          query.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
        }
      }
    }
    return query;
  }

  private static String decoded(String text) throws BadRequestException {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException("the query has an invalid escape in " + text);
    }
  }

  private static JsonNode body(HttpExchange exchange) throws IOException, BadRequestException {
    var bytes = exchange.getRequestBody().readNBytes(LARGEST_BODY_BYTES + 1);
    if (bytes.length > LARGEST_BODY_BYTES) {
      throw new BadRequestException(
          "the body has more than %d bytes".formatted(LARGEST_BODY_BYTES));
    }
    try {
      return bytes.length == 0 ? JSON.createObjectNode() : JSON.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw new BadRequestException(
          "the body is not JSON: line %d, column %d: %s"
              .formatted(
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr(),
                  e.getOriginalMessage()));
    }
  }

  private static void send(HttpExchange exchange, Response response) throws IOException {
    boolean html = response.body() instanceof Html;
    byte[] bytes =
        response.body() instanceof Html page
            ? page.text().getBytes(StandardCharsets.UTF_8)
            : JSON.writeValueAsBytes(response.body());
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", html ? "text/html; charset=utf-8" : "application/json");
    response.headers().forEach(headers::set);
    exchange.sendResponseHeaders(response.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
