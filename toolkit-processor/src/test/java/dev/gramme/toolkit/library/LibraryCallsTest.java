package dev.gramme.toolkit.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.estimate.AllItems;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.library.LibraryQueries.BookKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Asynchronous calls, and the requests of calls. */
final class LibraryCallsTest {
  private final Gramme gramme = Gramme.inMemory();
  private final CapacityMeter meter = new CapacityMeter();
  private final LibraryQueriesTable library = LibraryQueriesTable.of(meter.around(gramme.client()));

  @BeforeEach
  void create() {
    library.table().createIfAbsent();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private List<Book> saved(int count) {
    List<Book> books =
        LongStream.range(0, count).mapToObj(number -> LibraryTest.book("a", number)).toList();
    library.saveAll(books);
    meter.reset();
    return books;
  }

  @Test
  void a_future_completes_with_the_result_or_the_exception_of_the_call() {
    Book book = LibraryTest.book("a", 1);
    library.saveLater(book).join();
    assertThat(library.bookLater("a", 1).join()).isEqualTo(book);
    assertThat(library.countLater("a").join()).isEqualTo(1);
    assertThat(library.pageLater("a", Cursor.start()).join().items()).containsExactly(book);
    assertThatThrownBy(() -> library.bookLater("a", 2).join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(ItemNotFound.class);
  }

  @Test
  void asynchronous_calls_run_on_the_given_executor() {
    var calls = new AtomicInteger();
    var counted =
        LibraryQueriesTable.of(
            library
                .table()
                .callingOn(call -> {
                  calls.incrementAndGet();
                  call.run();
                }));
    assertThat(counted.countLater("a")).isCompletedWithValue(0L);
    assertThat(calls).hasValue(1);
    assertThat(AllItems.of(counted.published("a"))).isEmpty();
    assertThat(calls).hasValue(2);
  }

  @Test
  void a_publisher_gives_all_items_to_each_subscriber() {
    List<Book> books = saved(10);
    Flow.Publisher<Book> published = library.published("a");
    assertThat(meter.consumed().requests()).isZero();
    assertThat(AllItems.of(published)).isEqualTo(books);
    assertThat(AllItems.of(published)).isEqualTo(books);
    assertThat(AllItems.of(library.publishedTitles())).hasSize(10);
  }

  /** Requests items when the test says so, on the thread of the test. */
  private static final class Manual implements Flow.Subscriber<Book> {
    private final List<Long> numbers = new ArrayList<>();
    private String end = "";
    private Optional<Flow.Subscription> subscription = Optional.empty();

    void request(long count) {
      subscription.orElseThrow().request(count);
    }

    @Override
    public void onSubscribe(Flow.Subscription made) {
      subscription = Optional.of(made);
    }

    @Override
    public void onNext(Book book) {
      numbers.add(book.number());
    }

    @Override
    public void onError(Throwable error) {
      end = String.valueOf(error.getMessage());
    }

    @Override
    public void onComplete() {
      end = "complete";
    }
  }

  private Manual subscribed() {
    var reader = new Manual();
    LibraryQueriesTable.of(library.table().callingOn(Runnable::run))
        .published("a")
        .subscribe(reader);
    return reader;
  }

  @Test
  void a_publisher_reads_only_the_pages_of_requested_items() {
    var _ = saved(10);
    Manual reader = subscribed();
    assertThat(meter.consumed().requests()).isZero();
    reader.request(2);
    assertThat(reader.numbers).containsExactly(0L, 1L);
    assertThat(meter.consumed().requests()).isEqualTo(1);
    reader.request(4);
    assertThat(reader.numbers).hasSize(6);
    assertThat(reader.end).isEmpty();
    reader.request(Long.MAX_VALUE);
    assertThat(reader.numbers).hasSize(10);
    assertThat(reader.end).isEqualTo("complete");
  }

  @Test
  void a_publisher_completes_after_the_last_item_without_further_demand() {
    var _ = saved(2);
    Manual reader = subscribed();
    reader.request(2);
    assertThat(reader.end).isEqualTo("complete");
    reader.request(1);
    assertThat(reader.numbers).hasSize(2);
  }

  @Test
  void a_cancelled_subscription_gets_nothing_more() {
    var _ = saved(10);
    Manual reader = subscribed();
    reader.request(1);
    reader.subscription.orElseThrow().cancel();
    reader.request(5);
    assertThat(reader.numbers).containsExactly(0L);
    assertThat(reader.end).isEmpty();
  }

  @Test
  void a_publisher_reports_errors_to_the_subscriber() {
    var _ = saved(1);
    Manual reader = subscribed();
    reader.request(0);
    assertThat(reader.end).isEqualTo("a subscriber requests at least one item");
    assertThat(reader.numbers).isEmpty();
    gramme.client().deleteTable(table -> table.tableName("library"));
    Manual other = subscribed();
    other.request(1);
    assertThat(other.end).contains("resource not found");
  }

  @Test
  void the_request_of_a_call_is_returned_and_not_sent() {
    DynamoDbRequest put = library.request(calls -> calls.save(LibraryTest.book("a", 1)));
    assertThat(put)
        .isInstanceOfSatisfying(
            PutItemRequest.class, request -> assertThat(request.item()).containsKey("title"));
    assertThat(library.count("a")).isZero();
    DynamoDbRequest query = library.request(calls -> calls.linesOf("a"));
    assertThat(query)
        .isInstanceOfSatisfying(
            QueryRequest.class,
            request -> {
              assertThat(request.keyConditionExpression())
                  .isEqualTo("#0k0 = :0k0 AND begins_with(#0ks, :0ks0)");
              assertThat(request.projectionExpression()).startsWith("#0proj0");
            });
    assertThat(library.request(calls -> calls.addNote("a", 1, "x")))
        .isInstanceOf(UpdateItemRequest.class);
    assertThat(library.request(calls -> calls.books(List.of(new BookKey("a", 1)))))
        .isInstanceOf(BatchGetItemRequest.class);
    assertThat(library.request(calls -> calls.saveAll(List.of(LibraryTest.book("a", 1)))))
        .isInstanceOf(BatchWriteItemRequest.class);
    assertThat(library.request(calls -> calls.linesOfShelves(List.of("a", "b"))))
        .isInstanceOf(QueryRequest.class);
    assertThat(
            library.request(calls -> {
              var _ = calls.bookLater("a", 1);
            }))
        .isInstanceOf(GetItemRequest.class);
    assertThatThrownBy(() -> library.request(calls -> calls.published("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the call makes no request");
    assertThatThrownBy(() -> library.request(calls -> calls.removeNote("a", 1, -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("negative");
  }
}
