package dev.gramme.toolkit.entity;

import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the items of a lazy stream. Each subscription opens a stream of its own. It reads a
 * page when the subscriber has requested an item of it, or when it has received the last item of
 * the page before, to find the end.
 */
final class ItemPublisher<T> implements Flow.Publisher<T> {
  private final Supplier<Stream<T>> items;
  private final Executor executor;

  ItemPublisher(Supplier<Stream<T>> items, Executor executor) {
    this.items = items;
    this.executor = executor;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super T> subscriber) {
    Objects.requireNonNull(subscriber);
    subscriber.onSubscribe(new Delivery<>(items, executor, subscriber));
  }

  /**
   * A subscription. At most one task delivers at a time: it is started when the demand leaves zero,
   * and ends when it has satisfied the demand. After the end the demand stays above zero, so that
   * no task is started again.
   */
  private static final class Delivery<T> implements Flow.Subscription, Runnable {
    private final Supplier<Stream<T>> items;
    private final Executor executor;
    private final Flow.Subscriber<? super T> subscriber;
    private final AtomicLong demand = new AtomicLong();
    private volatile boolean cancelled;
    private volatile boolean invalid;
    private @Nullable Iterator<T> iterator;

    Delivery(Supplier<Stream<T>> items, Executor executor, Flow.Subscriber<? super T> subscriber) {
      this.items = items;
      this.executor = executor;
      this.subscriber = subscriber;
    }

    @Override
    public void request(long count) {
      invalid |= count <= 0;
      long more = Math.max(1, count);
      long before =
          demand.getAndUpdate(now -> now > Long.MAX_VALUE - more ? Long.MAX_VALUE : now + more);
      if (before == 0 && !cancelled) {
        executor.execute(this);
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public void run() {
      long wanted = demand.get();
      while (wanted > 0) {
        for (long delivered = 0; delivered < wanted; delivered++) {
          if (!deliver()) {
            return;
          }
        }
        wanted = demand.addAndGet(-wanted);
      }
    }

    /** Delivers an item; false if the subscription has ended. */
    private boolean deliver() {
      if (cancelled) {
        return false;
      }
      T item;
      try {
        if (invalid) {
          throw new IllegalArgumentException("a subscriber requests at least one item");
        }
        Iterator<T> open = iterator == null ? items.get().iterator() : iterator;
        iterator = open;
        if (!open.hasNext()) {
          subscriber.onComplete();
          return false;
        }
        item = open.next();
      } catch (RuntimeException e) {
        subscriber.onError(e);
        return false;
      }
      subscriber.onNext(item);
      return !ended();
    }

    /** Completes the subscription after the last item, without further demand. */
    private boolean ended() {
      if (cancelled) {
        return true;
      }
      try {
        if (iterator != null && iterator.hasNext()) {
          return false;
        }
      } catch (RuntimeException e) {
        subscriber.onError(e);
        return true;
      }
      subscriber.onComplete();
      return true;
    }
  }
}
