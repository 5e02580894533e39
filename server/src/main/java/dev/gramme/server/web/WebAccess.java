package dev.gramme.server.web;

import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses requests that web pages of foreign origins send, and, on loopback, requests with a
 * foreign host name. Pages of allowed origins get the CORS headers, so that the SDK for JavaScript
 * works in them.
 *
 * <p>Leaving out the CORS headers would not be enough: the browser would only hide the response
 * from the page, and a simple POST would be executed all the same.
 */
public final class WebAccess implements HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(WebAccess.class);
  private static final int FORBIDDEN = 403;
  private static final long LOG_NANOS = Duration.ofSeconds(1).toNanos();
  private static final String HEALTH = "/health";
  private static final String PREFLIGHT_SECONDS = "172800";

  /** The most characters of a client's text in a response or in the log. */
  private static final int MAX_SHOWN = 100;

  private final HttpHandler next;
  private final AllowedOrigins origins;
  private final AllowedHosts hosts;
  private final boolean ownPages;

  /** A cache for the common case that a request has the same host as the one before. */
  private volatile String lastAllowedHost = "localhost";

  private final AtomicLong loggedNanos = new AtomicLong(System.nanoTime() - LOG_NANOS);

  /**
   * A filter.
   *
   * @param next gets the requests that are not refused
   */
  public WebAccess(HttpHandler next, AllowedOrigins origins, AllowedHosts hosts) {
    this(next, origins, hosts, false);
  }

  private WebAccess(
      HttpHandler next, AllowedOrigins origins, AllowedHosts hosts, boolean ownPages) {
    this.next = next;
    this.origins = origins;
    this.hosts = hosts;
    this.ownPages = ownPages;
  }

  /** A filter that also accepts requests of this server's own pages. */
  public WebAccess withOwnPages() {
    return new WebAccess(next, origins, hosts, true);
  }

  @Override
  public void handle(HttpExchange exchange) {
    var request = exchange.request();
    // Load balancers check the health under any name.
    if (!hosts.any() && !request.path().equals(HEALTH)) {
      for (String host : request.fields().all("Host")) {
        if (!host.equals(lastAllowedHost) && !allows(host)) {
          refuse(
              exchange,
              "The host name %s is not one of this server's. --allowed-hosts %s allows it."
                  .formatted(shown(host), shown(host).replaceFirst(":[0-9]*$", "")));
          return;
        }
      }
    }
    var origin = request.fields().first("Origin");
    if (origin == null || (ownPages && isOwn(origin, request))) {
      next.handle(exchange);
    } else if (origins.allows(origin)) {
      next.handle(new CrossOriginExchange(exchange, origins.any() ? "*" : origin));
    } else {
      refuse(
          exchange,
          "Requests from web pages of the origin %1$s are refused. --cors %1$s allows them."
              .formatted(shown(origin)));
    }
  }

  /**
   * Whether a page of this server sends the request. If all host names are allowed, a name proves
   * nothing, because the name of a foreign page may resolve to this server (DNS rebinding). Then
   * only an address is accepted.
   */
  private boolean isOwn(String origin, HttpRequest request) {
    List<String> named = request.fields().all("Host");
    if (named.size() != 1) {
      return false;
    }
    String host = named.getFirst();
    return origin.equalsIgnoreCase((request.isSecure() ? "https://" : "http://") + host)
        && (hosts.any() ? AllowedHosts.isAddress(host) : allows(host));
  }

  private boolean allows(String host) {
    boolean allowed = hosts.allows(host);
    if (allowed) {
      lastAllowedHost = host;
    }
    return allowed;
  }

  @Override
  public HttpResponse overloaded() {
    return next.overloaded();
  }

  private void refuse(HttpExchange exchange, String line) {
    long now = System.nanoTime();
    long last = loggedNanos.get();
    if (now - last >= LOG_NANOS && loggedNanos.compareAndSet(last, now)) {
      LOG.warn("{}", line);
    }
    exchange.respond(
        new HttpResponse(
            FORBIDDEN, "text/plain", (line + "\n").getBytes(StandardCharsets.US_ASCII)));
  }

  /** A client's text as one short word of ASCII. */
  private static String shown(String word) {
    var visible = word.replaceAll("[^!-~]", "?");
    return visible.length() > MAX_SHOWN ? visible.substring(0, MAX_SHOWN) + "..." : visible;
  }

  /** An exchange whose response a page of another origin may read. */
  private record CrossOriginExchange(HttpExchange exchange, String allowed)
      implements HttpExchange {
    @Override
    public HttpRequest request() {
      return exchange.request();
    }

    @Override
    public RequestBudget budget() {
      return exchange.budget();
    }

    @Override
    public void resume(Runnable task) {
      exchange.resume(task);
    }

    @Override
    public void resumeLater(Runnable task, Duration delay) {
      exchange.resumeLater(task, delay);
    }

    @Override
    public void respond(HttpResponse response) {
      response.with("Access-Control-Allow-Origin", allowed);
      if (!allowed.equals("*")) {
        response.with("Vary", "Origin");
      }
      if (request().method().equals("OPTIONS")) {
        answerPreflight(response);
      }
      response.with(
          "Access-Control-Expose-Headers",
          "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,x-amz-crc32,Date");
      exchange.respond(response);
    }

    private void answerPreflight(HttpResponse response) {
      copy("Access-Control-Request-Headers", response, "Access-Control-Allow-Headers");
      copy("Access-Control-Request-Method", response, "Access-Control-Allow-Methods");
      copy(
          "Access-Control-Request-Private-Network",
          response,
          "Access-Control-Allow-Private-Network");
      response.with("Access-Control-Max-Age", PREFLIGHT_SECONDS);
    }

    private void copy(String from, HttpResponse response, String to) {
      var value = request().fields().first(from);
      if (value != null) {
        response.with(to, value);
      }
    }
  }
}
