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
 * Clients that outlive their databases. What a program is given is a thin front of such a client,
 * for one database: when that is closed the front refuses every call, so that what a test has left
 * behind cannot reach the database of the next one; and a client with a call still under way is not
 * used again.
 *
 * @param <C> the interface of the clients
 */
final class ClientPool<C extends SdkClient> {
  private static final int MOST_IDLE = 16;

  private final Class<C> type;
  private final Function<HttpHandler, C> maker;
  private final Deque<Pooled<C>> idle = new ArrayDeque<>();

  /**
   * @param maker makes a client whose requests go to a handler
   */
  ClientPool(Class<C> type, Function<HttpHandler, C> maker) {
    this.type = type;
    this.maker = maker;
  }

  /** A client and the handler that its requests go to for now. */
  private record Pooled<C>(C client, Switch target) {}

  /** A handler that can be replaced. */
  private static final class Switch implements HttpHandler {
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

  /** A client for a database until the lease is closed. */
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
    var target = new Switch();
    return new Pooled<>(maker.apply(target), target);
  }

  private void giveBack(Pooled<C> pooled) {
    pooled.target.target = null;
    synchronized (idle) {
      if (idle.size() < MOST_IDLE) {
        idle.push(pooled);
        return;
      }
    }
    pooled.client.close();
  }

  /** The use of a client by one database. */
  static final class Lease<C extends SdkClient> implements InvocationHandler, AutoCloseable {
    private final ClientPool<C> pool;
    private final Pooled<C> pooled;
    private final C front;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean closed;

    private Lease(ClientPool<C> pool, Pooled<C> pooled) {
      this.pool = pool;
      this.pooled = pooled;
      var made =
          Proxy.newProxyInstance(pool.type.getClassLoader(), new Class<?>[] {pool.type}, this);
      this.front = pool.type.cast(made);
    }

    /** What the program uses. */
    C client() {
      return front;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      return switch (method.getName()) {
        // The client is the database's; it is closed with it.
        case "close" -> null;
        case "equals" -> isSame(proxy, arguments);
        case "hashCode" -> System.identityHashCode(proxy);
        case "toString" -> "client of a database in process";
        default -> forward(method, arguments);
      };
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Object proxy, Object @Nullable [] arguments) {
      return arguments != null && arguments[0] == proxy;
    }

    private @Nullable Object forward(Method method, Object @Nullable [] arguments)
        throws Throwable {
      underWay.incrementAndGet();
      boolean later = false;
      try {
        if (closed) {
          throw new IllegalStateException("the database is closed");
        }
        Object result = method.invoke(pooled.client, arguments);
        if (result instanceof CompletableFuture<?> future) {
          later = true;
          var _ = future.whenComplete((answer, failure) -> underWay.decrementAndGet());
        }
        return result;
      } catch (InvocationTargetException e) {
        throw e.getCause() == null ? e : e.getCause();
      } finally {
        if (!later) {
          underWay.decrementAndGet();
        }
      }
    }

    /** Ends the use; later calls fail. */
    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      if (underWay.get() == 0) {
        pool.giveBack(pooled);
      } else {
        pooled.client.close();
      }
    }
  }
}
