package dev.gramme.embedded;

import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;

/**
 * A database behind HTTP clients and addresses that remain when the database is replaced by another
 * one. A framework creates the SDK clients of a program once; its tests then replace the database
 * before each test, usually by a {@link Gramme#fork() copy} of one that they have prepared.
 *
 * <p>Thread-safe. A request uses the database that is current when the request begins.
 */
public final class ReplaceableDatabase implements AutoCloseable {
  private final HttpHandler handler = this::handle;
  private volatile Gramme current;

  /** Begins with this database, and owns it. */
  public ReplaceableDatabase(Gramme first) {
    this.current = first;
  }

  private void handle(HttpExchange exchange) {
    current.handler().handle(exchange);
  }

  /** The current database. */
  public Gramme current() {
    return current;
  }

  /**
   * Makes another database the current one, and owns it.
   *
   * @return the former database, which the caller closes
   */
  public synchronized Gramme replace(Gramme next) {
    Gramme former = current;
    current = next;
    return former;
  }

  /** The HTTP client of synchronous SDK clients, see {@link Gramme#httpClient}. */
  public SdkHttpClient httpClient() {
    return new InProcessHttpClient(handler);
  }

  /** The HTTP client of asynchronous SDK clients. */
  public SdkAsyncHttpClient asyncHttpClient() {
    return new InProcessAsyncHttpClient(handler);
  }

  /** Answers HTTP requests at an address, see {@link Gramme#listen(int)}. */
  public Endpoint listen(int port) {
    return Endpoint.start(handler, port);
  }

  /** Closes the current database. */
  @Override
  public synchronized void close() {
    current.close();
  }
}
