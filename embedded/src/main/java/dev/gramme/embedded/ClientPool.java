package dev.gramme.embedded;

import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkClient;

/**
 * A pool of SDK clients, which are reused for several databases. A program gets a proxy of such a
 * client, for one database. When the database is closed, the proxy rejects every call, so that code
 * that a test has left running cannot reach the database of the next test. A client that still has
 * calls in progress is not reused.
 *
 * @param <C> the interface of the clients
 */
final class ClientPool<C extends SdkClient> {
  private static final int MAX_IDLE = 16;

  private final Class<C> type;
  private final Function<HttpHandler, C> factory;
  private final Deque<Pooled<C>> idle = new ArrayDeque<>();

  /**
   * @param factory creates a client that sends its requests to a handler
   */
  ClientPool(Class<C> type, Function<HttpHandler, C> factory) {
    this.type = type;
    this.factory = factory;
  }

  /** A client and the replaceable handler of its requests. */
  private record Pooled<C>(C client, ReplaceableHandler target) {}

  /** A handler that can be replaced. */
  private static final class ReplaceableHandler implements HttpHandler {
    private volatile @Nullable HttpHandler target;

    @Override
    public void handle(HttpExchange exchange) {
      HttpHandler current = target;
      if (current == null) {
        throw new IllegalStateException("the database is closed");
      }
      current.handle(exchange);
    }
  }

  /** Leases a client for a database. The lease ends when it is closed. */
  Lease<C> lease(HttpHandler handler) {
    Pooled<C> pooled = take();
    pooled.target.target = handler;
    return new Lease<>(this, pooled);
  }

  private Pooled<C> take() {
    synchronized (idle) {
      Pooled<C> pooled = idle.poll();
      if (pooled != null) {
        return pooled;
      }
    }
    var target = new ReplaceableHandler();
    return new Pooled<>(factory.apply(target), target);
  }

  private void release(Pooled<C> pooled) {
    pooled.target.target = null;
    synchronized (idle) {
      if (idle.size() < MAX_IDLE) {
        idle.push(pooled);
        return;
      }
    }
    pooled.client.close();
  }

  /** The use of a client for one database. */
  static final class Lease<C extends SdkClient> implements InvocationHandler, AutoCloseable {
    private final ClientPool<C> pool;
    private final Pooled<C> pooled;
    private final C proxy;
    private final AtomicInteger callsInProgress = new AtomicInteger();
    private volatile boolean closed;

    private Lease(ClientPool<C> pool, Pooled<C> pooled) {
      this.pool = pool;
      this.pooled = pooled;
      var created =
          Proxy.newProxyInstance(pool.type.getClassLoader(), new Class<?>[] {pool.type}, this);
      this.proxy = pool.type.cast(created);
    }

    /** The proxy that the program uses. */
    C client() {
      return proxy;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      return switch (method.getName()) {
        // The database owns the client and closes it.
        case "close" -> null;
        case "equals" -> isSame(proxy, arguments);
        case "hashCode" -> System.identityHashCode(proxy);
        case "toString" -> "client of an embedded Gramme database";
        default -> forward(method, arguments);
      };
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Object proxy, Object @Nullable [] arguments) {
      return arguments != null && arguments[0] == proxy;
    }

    private @Nullable Object forward(Method method, Object @Nullable [] arguments)
        throws Throwable {
      callsInProgress.incrementAndGet();
      boolean asynchronous = false;
      try {
        if (closed) {
          throw new IllegalStateException("the database is closed");
        }
        Object result = method.invoke(pooled.client, arguments);
        if (result instanceof CompletableFuture<?> future) {
          asynchronous = true;
          var _ = future.whenComplete((answer, failure) -> callsInProgress.decrementAndGet());
        }
        return result;
      } catch (InvocationTargetException e) {
        throw e.getCause() == null ? e : e.getCause();
      } finally {
        if (!asynchronous) {
          callsInProgress.decrementAndGet();
        }
      }
    }

    /** Ends the lease. Later calls of the proxy fail. */
    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      if (callsInProgress.get() == 0) {
        pool.release(pooled);
      } else {
        pooled.client.close();
      }
    }
  }
}
