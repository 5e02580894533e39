package dev.gramme.toolkit.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Reads all items of a publisher, one by one. */
public final class AllItems<T> implements Flow.Subscriber<T> {
  private final List<T> items = new ArrayList<>();
  private final CompletableFuture<List<T>> all = new CompletableFuture<>();
  private Flow.Subscription subscription = new None();

  private record None() implements Flow.Subscription {
    @Override
    public void request(long count) {}

    @Override
    public void cancel() {}
  }

  private AllItems() {}

  /** The items of a publisher. */
  public static <T> List<T> of(Flow.Publisher<T> publisher) {
    var reader = new AllItems<T>();
    publisher.subscribe(reader);
    return reader.all.join();
  }

  @Override
  public void onSubscribe(Flow.Subscription made) {
    subscription = made;
    made.request(1);
  }

  @Override
  public void onNext(T item) {
    items.add(item);
    subscription.request(1);
  }

  @Override
  public void onError(Throwable error) {
    all.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    all.complete(List.copyOf(items));
  }
}
