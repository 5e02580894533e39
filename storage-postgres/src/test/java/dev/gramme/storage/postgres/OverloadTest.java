package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The queue of transactions has a bound. */
@Tag("slow")
final class OverloadTest {
  @Test
  void a_full_queue_refuses_at_once_and_takes_more_later() throws Exception {
    var end = new CountDownLatch(1);
    var runs = new CountDownLatch(1);
    try (var store = PostgresStore.open(TestPostgres.options())) {
      List<CompletableFuture<Boolean>> accepted = new ArrayList<>();
      accepted.add(
          store.transact(t -> {
            runs.countDown();
            await(end);
            return true;
          }));
      try {
        runs.await();
        for (int i = 0; i < PostgresStoreOptions.MAX_WAITING; i++) {
          accepted.add(store.transact(t -> true));
        }
        var refused = store.transact(t -> true);
        assertThat(refused).isDone();
        assertThatThrownBy(refused::join)
            .hasCauseInstanceOf(OverloadedException.class)
            .satisfies(e -> assertThat(StorageException.leavesOutcomeOpen(e)).isFalse());
      } finally {
        end.countDown();
      }
      assertThat(accepted).allMatch(CompletableFuture::join);
      assertThat(store.transact(t -> true).join()).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
