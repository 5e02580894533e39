package dev.gramme.toolkit.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.batch.BatchIncomplete;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.library.LibraryQueries.BookKey;
import dev.gramme.toolkit.library.LibraryQueries.Line;
import dev.gramme.toolkit.library.LibraryQueries.Title;
import dev.gramme.toolkit.page.CursorRefused;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

final class LibraryTest {
  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

  private final Gramme gramme = Gramme.inMemory();
  private final CapacityMeter meter = new CapacityMeter();
  private final LibraryQueriesTable library = library(meter.around(gramme.client()));

  private static LibraryQueriesTable library(DynamoDbClient client) {
    var backoff = new Backoff(Duration.ZERO, Duration.ZERO, 3, new SplittableRandom(1), time -> {});
    return LibraryQueriesTable.of(
        Table.of(client, LibraryQueriesTable.schema())
            .withClock(InstantSource.fixed(NOW))
            .withBackoff(backoff));
  }

  @BeforeEach
  void create() {
    library.table().createIfAbsent();
    meter.reset();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  static Book book(String shelf, long number) {
    return new Book(
        shelf,
        number,
        "Title " + number,
        "Ana",
        (int) number * 10,
        (int) number % 5,
        Set.of("a"),
        List.of("first"),
        Map.of("ben", 3),
        new Book.Publisher("Press", new Book.Address("Bern", Optional.empty())),
        Optional.empty(),
        Optional.empty());
  }

  private static List<Book> books(String shelf, int count) {
    return LongStream.range(0, count).mapToObj(number -> book(shelf, number)).toList();
  }

  private static BookKey key(Book book) {
    return new BookKey(book.shelf(), book.number());
  }

  private static Line line(Book book) {
    return new Line(book.title(), book.pages());
  }

  @Test
  void a_batch_writes_any_number_of_items_and_reads_them_in_the_order_of_the_keys() {
    List<Book> books = books("a", 130);
    library.saveAll(books);
    assertThat(meter.consumed().requests()).isEqualTo(6);
    meter.reset();
    var keys = new ArrayList<>(books.reversed().stream().map(LibraryTest::key).toList());
    keys.add(17, new BookKey("a", 1_000));
    keys.add(40, keys.getFirst());
    assertThat(library.books(keys)).containsExactlyElementsOf(books.reversed());
    assertThat(meter.consumed().requests()).isEqualTo(2);
    assertThat(library.lines(keys.subList(0, 3)))
        .containsExactly(line(books.get(129)), line(books.get(128)), line(books.get(127)));
    assertThat(library.books(List.of())).isEmpty();
    library.saveAll(List.of());
  }

  @Test
  void a_batch_writes_items_of_several_kinds() {
    library.shelve(List.of(book("a", 1), new Label("a", "art"), book("a", 2)));
    assertThat(library.countAll()).isEqualTo(3);
    assertThat(library.count("a")).isEqualTo(2);
    assertThat(library.books(List.of(new BookKey("a", 2)))).containsExactly(book("a", 2));
  }

  @Test
  void a_batch_leaves_out_items_that_have_expired() {
    Book expired = lentUntil(book("a", 1), NOW);
    library.saveAll(List.of(expired, book("a", 2)));
    var keys = List.of(key(expired), new BookKey("a", 2));
    assertThat(library.books(keys)).containsExactly(book("a", 2));
    assertThat(library.lines(keys)).containsExactly(line(book("a", 2)));
    assertThat(library.titleOf("a", 1)).isEmpty();
    assertThat(library.line("a", 1)).isEqualTo(line(expired));
    assertThat(library.count("a")).isEqualTo(1);
  }

  private static Book lentUntil(Book book, Instant time) {
    return new Book(
        book.shelf(),
        book.number(),
        book.title(),
        book.author(),
        book.pages(),
        book.copies(),
        book.tags(),
        book.notes(),
        book.ratings(),
        book.publisher(),
        book.loan(),
        Optional.of(time));
  }

  /** Processes one item of each batch, and after some requests none. */
  private static final class OneByOne extends DelegatingClient {
    private final int most;
    private int requests;

    OneByOne(DynamoDbClient delegate, int most) {
      super(delegate);
      this.most = most;
    }

    private synchronized boolean processes() {
      return ++requests <= most;
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      var keys = Objects.requireNonNull(request.requestItems().get("library"));
      if (!processes()) {
        return BatchGetItemResponse.builder().unprocessedKeys(request.requestItems()).build();
      }
      var one = keys.toBuilder().keys(keys.keys().subList(0, 1)).build();
      var rest = keys.toBuilder().keys(keys.keys().subList(1, keys.keys().size())).build();
      BatchGetItemResponse response =
          super.batchGetItem(request.toBuilder().requestItems(Map.of("library", one)).build());
      return rest.keys().isEmpty()
          ? response
          : response.toBuilder().unprocessedKeys(Map.of("library", rest)).build();
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
      var writes = Objects.requireNonNull(request.requestItems().get("library"));
      if (!processes()) {
        return BatchWriteItemResponse.builder().unprocessedItems(request.requestItems()).build();
      }
      super.batchWriteItem(
          request.toBuilder().requestItems(Map.of("library", writes.subList(0, 1))).build());
      return writes.size() == 1
          ? BatchWriteItemResponse.builder().build()
          : BatchWriteItemResponse.builder()
              .unprocessedItems(Map.of("library", writes.subList(1, writes.size())))
              .build();
    }
  }

  @Test
  void unprocessed_keys_and_items_are_retried_until_there_is_no_progress() {
    List<Book> books = books("a", 5);
    library(new OneByOne(gramme.client(), 100)).saveAll(books);
    List<BookKey> keys = books.stream().map(LibraryTest::key).toList();
    assertThat(library(new OneByOne(gramme.client(), 100)).books(keys)).isEqualTo(books);
    assertThatThrownBy(() -> library(new OneByOne(gramme.client(), 2)).books(keys))
        .isInstanceOf(BatchIncomplete.class)
        .hasMessage("3 of 5 items were not read: UnprocessedKeys after all attempts");
    assertThatThrownBy(() -> library(new OneByOne(gramme.client(), 3)).saveAll(books("b", 5)))
        .isInstanceOfSatisfying(
            BatchIncomplete.class,
            incomplete -> {
              assertThat(incomplete.done()).isEqualTo(3);
              assertThat(incomplete.left()).isEqualTo(2);
            });
    assertThat(library.count("b")).isEqualTo(3);
    assertThatThrownBy(() -> library(new OneByOne(gramme.client(), 1)).clear("b"))
        .isInstanceOf(BatchIncomplete.class)
        .hasMessage("2 of 3 items were not deleted: UnprocessedItems after all attempts");
    assertThat(library.count("b")).isEqualTo(2);
  }

  @Test
  void records_with_some_components_are_read_from_the_table_and_from_indexes() {
    List<Book> books = books("a", 5);
    library.saveAll(books);
    library.shelve(List.of(new Label("a", "art")));
    List<Line> lines = books.stream().map(LibraryTest::line).toList();
    assertThat(library.line("a", 3)).isEqualTo(lines.get(3));
    assertThatThrownBy(() -> library.line("a", 9)).isInstanceOf(ItemNotFound.class);
    assertThat(library.titleOf("a", 4)).contains(new Title("Title 4"));
    assertThat(library.linesOf("a")).isEqualTo(lines);
    assertThat(library.linesBy("Ana")).isEqualTo(lines.reversed());
    assertThat(library.firstTitle("a")).contains(new Title("Title 0"));
    assertThat(library.titles()).hasSize(5);
    Page<Line> page = library.pageOfLines("a", 1, Cursor.start());
    assertThat(page.items()).isEqualTo(lines.subList(2, 4));
    assertThat(library.pageOfLines("a", 1, page.next().orElseThrow()).items())
        .isEqualTo(lines.subList(4, 5));
  }

  @Test
  void records_with_some_components_are_read_from_several_partitions() {
    library.saveAll(books("a", 3));
    library.saveAll(books("b", 3));
    assertThat(library.linesOfShelves(List.of("a", "b")))
        .extracting(Line::title)
        .containsExactly("Title 0", "Title 0", "Title 1", "Title 1");
  }

  @Test
  void only_the_attributes_of_the_components_are_transferred() {
    library.save(book("a", 1));
    var seen = new ArrayList<Set<String>>();
    var client =
        new DelegatingClient(gramme.client()) {
          @Override
          public software.amazon.awssdk.services.dynamodb.model.GetItemResponse getItem(
              software.amazon.awssdk.services.dynamodb.model.GetItemRequest request) {
            var response = super.getItem(request);
            seen.add(response.item().keySet());
            return response;
          }
        };
    assertThat(library(client).titleOf("a", 1)).isPresent();
    assertThat(seen).containsExactly(Set.of("PK", "SK", "TYPE", "title"));
  }

  @Test
  void a_count_has_the_items_of_its_kind_in_its_range_that_pass_its_filter() {
    library.saveAll(books("a", 12));
    library.saveAll(books("b", 2));
    library.shelve(List.of(new Label("a", "art")));
    assertThat(library.count("a")).isEqualTo(12);
    assertThat(library.count("c")).isZero();
    assertThat(library.countFrom("a", Range.closedOpen(3L, 7L))).isEqualTo(4);
    assertThat(library.countFrom("a", Range.closedOpen(7L, 7L))).isZero();
    assertThat(library.countBy("Ana", 100)).isEqualTo(2);
    assertThat(library.countOfShelves(List.of("a", "b", "a", "c"))).isEqualTo(14);
    assertThat(library.countAll()).isEqualTo(15);
    for (int i = 0; i < 10; i++) {
      library.hit(new Hit("x", "" + i % 3, i));
    }
    assertThat(library.hits("x")).isEqualTo(10);
  }

  @Test
  void a_value_that_is_missing_drops_the_term_of_the_filter() {
    library.saveAll(books("a", 10));
    Optional<Integer> any = Optional.empty();
    Optional<String> none = Optional.empty();
    assertThat(library.search("a", any, null, none, 9, 0, 9)).hasSize(10);
    assertThat(library.search("a", Optional.of(70), null, none, 9, 0, 9)).hasSize(3);
    assertThat(library.search("a", Optional.of(70), "Ana", none, 9, 0, 2)).hasSize(1);
    assertThat(library.search("a", any, "Ben", none, 9, 0, 9)).isEmpty();
    assertThat(library.search("a", any, null, Optional.of("b"), 3, 0, 9))
        .extracting(Book::number)
        .containsExactly(4L, 9L);
    assertThat(library.search("a", any, null, Optional.of("a"), 3, 0, 9)).hasSize(10);
  }

  @Test
  void a_cursor_belongs_to_the_values_of_the_filter() {
    library.saveAll(books("a", 3));
    library.save(lentUntil(book("a", 5), NOW));
    Page<Book> all = library.lent("a", Optional.empty(), Cursor.start());
    assertThat(all.items()).hasSize(2);
    Cursor next = all.next().orElseThrow();
    assertThat(library.lent("a", Optional.empty(), next).items()).hasSize(2);
    assertThat(library.lent("a", Optional.of(NOW.plusSeconds(1)), Cursor.start()).items())
        .extracting(Book::number)
        .containsExactly(5L);
    assertThatThrownBy(() -> library.lent("a", Optional.of(NOW), next))
        .isInstanceOf(CursorRefused.class);
  }

  @Test
  void a_count_reads_all_pages() {
    String note = "x".repeat(300_000);
    for (Book one : books("a", 9)) {
      library.save(
          new Book(
              one.shelf(),
              one.number(),
              one.title(),
              one.author(),
              1,
              1,
              Set.of(),
              List.of(note),
              Map.of(),
              one.publisher(),
              Optional.empty(),
              Optional.empty()));
    }
    meter.reset();
    assertThat(library.count("a")).isEqualTo(9);
    assertThat(meter.consumed().requests()).isEqualTo(3);
    assertThat(library.clear("a")).isEqualTo(9);
    assertThat(library.count("a")).isZero();
  }

  @Test
  void a_range_is_deleted_and_other_items_stay() {
    library.saveAll(books("a", 60));
    library.saveAll(books("b", 1));
    library.shelve(List.of(new Label("a", "art"), lentUntil(book("a", 70), NOW)));
    meter.reset();
    assertThat(library.clearBooks("a", Range.atLeast(10L))).isEqualTo(51);
    assertThat(meter.consumed().requests()).isEqualTo(4);
    assertThat(library.books(IntStream.range(0, 60).mapToObj(i -> new BookKey("a", i)).toList()))
        .isEqualTo(books("a", 10));
    assertThat(library.clear("a")).isEqualTo(11);
    assertThat(library.clear("a")).isZero();
    assertThat(library.countAll()).isEqualTo(1);
  }
}
