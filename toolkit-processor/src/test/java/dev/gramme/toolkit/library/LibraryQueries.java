package dev.gramme.toolkit.library;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Append;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Path;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.PutEntries;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.RemoveAt;
import dev.gramme.toolkit.RemoveEntries;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.Subtract;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The access patterns of a library. */
@AccessPatterns(table = "library")
public interface LibraryQueries {
  /** The key of a book. */
  record BookKey(String shelf, long number) {}

  /** A line of a list of books. */
  record Line(String title, int pages) {}

  /** The title of a book. */
  record Title(String title) {}

  @Put
  void save(Book book);

  @Put
  CompletableFuture<Void> saveLater(Book book);

  @Get
  CompletableFuture<Book> bookLater(String shelf, long number);

  @Query(Book.class)
  CompletableFuture<Long> countLater(String shelf);

  @Query(limit = 3)
  CompletableFuture<Page<Book>> pageLater(String shelf, Cursor after);

  @Query(limit = 3)
  Flow.Publisher<Book> published(String shelf);

  @Scan(Book.class)
  Flow.Publisher<Title> publishedTitles();

  @Put
  void saveAll(List<Book> books);

  @Put
  void shelve(List<? extends Shelved> things);

  @Get
  Optional<Book> book(String shelf, long number);

  @Get(consistent = true)
  List<Book> books(List<BookKey> keys);

  @Get(Book.class)
  List<Line> lines(List<BookKey> keys);

  @Get(value = Book.class, includeExpired = true)
  Line line(String shelf, long number);

  @Get(Book.class)
  Optional<Title> titleOf(String shelf, long number);

  @Query(Book.class)
  List<Line> linesOf(String shelf);

  @Query(value = Book.class, filter = "copies > :least", limit = 2)
  Page<Line> pageOfLines(String shelf, int least, Cursor after);

  @Query(
      filter =
          "pages >= :least AND author = :author"
              + " AND (contains(tags, :tag) OR copies > :copies) AND copies BETWEEN :low AND :high")
  List<Book> search(
      String shelf,
      Optional<Integer> least,
      @Nullable String author,
      Optional<String> tag,
      int copies,
      int low,
      int high);

  @Query(filter = "lentUntil < :until", includeExpired = true, limit = 2)
  Page<Book> lent(String shelf, Optional<Instant> until, Cursor after);

  @Query(value = Book.class, index = "byAuthor", descending = true)
  Stream<Line> linesBy(String author);

  @Query(value = Book.class, index = "byTitle", includeExpired = true)
  Optional<Title> firstTitle(String shelf);

  @Query(value = Book.class, limit = 4)
  List<Line> linesOfShelves(List<String> shelf);

  @Query(Book.class)
  long count(String shelf);

  @Query(value = Book.class, index = "byAuthor", filter = "pages >= :least")
  int countBy(String author, int least);

  @Query(Book.class)
  int countFrom(String shelf, Range<Long> number);

  @Query(Hit.class)
  long hits(String word);

  @Query(value = Book.class, consistent = true)
  long countOfShelves(List<String> shelf);

  @Scan(Shelved.class)
  long countAll();

  @Scan(Book.class)
  List<Title> titles();

  @Put
  void hit(Hit hit);

  @Update
  Book retitle(String shelf, long number, String title);

  @Update
  Book addNote(String shelf, long number, @Append("notes") String note);

  @Update(Book.class)
  void addNotes(String shelf, long number, @Append List<String> notes);

  @Update
  Book removeNote(String shelf, long number, @RemoveAt("notes") int index);

  @Update
  Book rate(String shelf, long number, @PutEntries Map<String, Integer> ratings);

  @Update
  Book unrate(String shelf, long number, @RemoveEntries("ratings") String reader);

  @Update(Book.class)
  void unrateAll(String shelf, long number, @RemoveEntries("ratings") Set<String> readers);

  @Update
  Book rateAsBen(String shelf, long number, @Path("ratings.ben") int rating);

  @Update
  Book movePublisher(
      String shelf,
      long number,
      @Path("publisher.address.city") String city,
      @Path("publisher.address.street") Optional<String> street);

  @Update(Book.class)
  void renew(String shelf, long number, @Path("loan.renewals") int renewals);

  @Update(condition = "copies >= :least")
  Book take(String shelf, long number, @Subtract("copies") int taken, int least);

  /** The key of a book, and what its lending changes. */
  record Lending(String shelf, long number, @Subtract int copies, @Append("notes") String note) {}

  @Transaction
  void lend(@Update(Book.class) Lending lending);

  @Delete(Shelved.class)
  long clear(String shelf);

  @Delete(Book.class)
  long clearBooks(String shelf, Range<Long> number);
}
