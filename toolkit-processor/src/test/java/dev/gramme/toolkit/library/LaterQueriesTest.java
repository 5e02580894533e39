package dev.gramme.toolkit.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.ItemExists;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.library.LaterQueries.Pair;
import dev.gramme.toolkit.library.LibraryQueries.BookKey;
import dev.gramme.toolkit.library.LibraryQueries.Lending;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Asynchronous writes, batches and transactions have the results of the synchronous ones. */
final class LaterQueriesTest {
  private static final Book FIRST = LibraryTest.book("a", 0);
  private static final Book SECOND = LibraryTest.book("a", 1);

  private final Gramme gramme = Gramme.inMemory();
  private final LibraryQueriesTable library = LibraryQueriesTable.of(gramme.client());
  private final LaterQueriesTable later = LaterQueriesTable.of(gramme.client());

  @BeforeEach
  void create() {
    library.table().createIfAbsent();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private static BookKey key(Book book) {
    return new BookKey(book.shelf(), book.number());
  }

  private static void assertFails(Class<? extends Throwable> cause, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(CompletionException.class).hasCauseInstanceOf(cause);
  }

  @Test
  void an_update_completes_with_the_updated_item() {
    library.save(SECOND);
    assertThat(later.retitle("a", 1, "Alps").join().title()).isEqualTo("Alps");
    assertThat(library.book("a", 1)).map(Book::title).contains("Alps");
    assertFails(ItemNotFound.class, () -> later.retitle("a", 9, "Alps").join());
  }

  @Test
  void an_update_without_a_result_completes_or_fails_with_its_condition() {
    library.save(SECOND);
    later.take("a", 1, 1, 1).join();
    assertThat(library.book("a", 1)).map(Book::copies).contains(0);
    assertFails(ConditionNotMet.class, () -> later.take("a", 1, 1, 1).join());
  }

  @Test
  void a_deletion_completes_with_the_deleted_item() {
    library.save(SECOND);
    assertThat(later.remove("a", 1).join()).contains(SECOND);
    assertThat(library.count("a")).isZero();
    assertThat(later.remove("a", 1).join()).isEmpty();
  }

  @Test
  void the_deletion_of_a_partition_completes_with_the_number_of_items() {
    List<Book> books =
        LongStream.range(0, 60).mapToObj(number -> LibraryTest.book("a", number)).toList();
    later.saveAll(books).join();
    library.save(LibraryTest.book("b", 1));
    assertThat(library.count("a")).isEqualTo(60);
    assertThat(later.clear("a").join()).isEqualTo(60);
    assertThat(library.count("a")).isZero();
    assertThat(library.count("b")).isEqualTo(1);
    assertThat(later.clear("a").join()).isZero();
  }

  @Test
  void a_batch_completes_with_the_items_in_the_order_of_the_keys() {
    later.saveAll(List.of(FIRST, SECOND)).join();
    BookKey missing = new BookKey("a", 9);
    assertThat(later.books(List.of(key(SECOND), missing, key(FIRST))).join())
        .containsExactly(SECOND, FIRST);
  }

  @Test
  void a_transaction_completes_when_it_is_committed() {
    library.save(FIRST);
    later.exchange(FIRST, SECOND).join();
    assertThat(library.book("a", 0)).isEmpty();
    assertThat(library.book("a", 1)).contains(SECOND);
    library.save(FIRST);
    assertFails(ItemExists.class, () -> later.exchange(FIRST, SECOND).join());
    assertThat(library.book("a", 0)).contains(FIRST);
  }

  @Test
  void a_transaction_for_a_message_completes_with_whether_it_was_committed() {
    library.save(SECOND);
    var lending = new Lending("a", 1, 1, "lent");
    assertThat(later.lendOnce("m", lending).join()).isTrue();
    assertThat(later.lendOnce("m", lending).join()).isFalse();
    assertThat(library.book("a", 1)).map(Book::copies).contains(0);
  }

  @Test
  void reads_in_a_transaction_complete_with_all_items() {
    library.save(FIRST);
    assertThat(later.pair(key(FIRST), key(SECOND)).join())
        .isEqualTo(new Pair(FIRST, Optional.empty()));
    library.save(SECOND);
    assertThat(later.pair(key(FIRST), key(SECOND)).join())
        .isEqualTo(new Pair(FIRST, Optional.of(SECOND)));
    assertFails(ItemNotFound.class, () -> later.pair(new BookKey("a", 9), key(SECOND)).join());
  }

  @Test
  void no_call_sends_a_request_before_its_executor_runs_it() {
    library.save(FIRST);
    var meter = new CapacityMeter();
    Queue<Runnable> waiting = new ArrayDeque<>();
    var queued =
        LaterQueriesTable.of(
            Table.of(meter.around(gramme.client()), LaterQueriesTable.schema())
                .callingOn(waiting::add));
    List<Supplier<CompletableFuture<?>>> calls =
        List.of(
            () -> queued.retitle("a", 0, "Alps"),
            () -> queued.exchange(FIRST, SECOND),
            () -> queued.pair(key(SECOND), key(FIRST)),
            () -> queued.books(List.of(key(SECOND))),
            () -> queued.remove("a", 1),
            () -> queued.saveAll(List.of(FIRST)),
            () -> queued.clear("a"));
    for (Supplier<CompletableFuture<?>> call : calls) {
      CompletableFuture<?> future = call.get();
      assertThat(meter.consumed().requests()).isZero();
      assertThat(future).isNotDone();
      waiting.remove().run();
      assertThat(future).isCompleted();
      assertThat(meter.consumed().requests()).isPositive();
      meter.reset();
    }
    assertThat(library.count("a")).isZero();
  }
}
