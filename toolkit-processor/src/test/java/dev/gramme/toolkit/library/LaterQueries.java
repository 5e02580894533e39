package dev.gramme.toolkit.library;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.IdempotencyKey;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Subtract;
import dev.gramme.toolkit.TransactGet;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.library.LibraryQueries.BookKey;
import dev.gramme.toolkit.library.LibraryQueries.Lending;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Asynchronous access patterns of a library. */
@AccessPatterns(table = "library")
public interface LaterQueries {
  /** Two books. */
  record Pair(Book one, Optional<Book> two) {}

  @Put
  CompletableFuture<Void> saveAll(List<Book> books);

  @Get(consistent = true)
  CompletableFuture<List<Book>> books(List<BookKey> keys);

  @Update
  CompletableFuture<Book> retitle(String shelf, long number, String title);

  @Update(value = Book.class, condition = "copies >= :least")
  CompletableFuture<Void> take(String shelf, long number, @Subtract("copies") int taken, int least);

  @Delete
  CompletableFuture<Optional<Book>> remove(String shelf, long number);

  @Delete(Book.class)
  CompletableFuture<Long> clear(String shelf);

  @Transaction
  CompletableFuture<Void> exchange(@Delete Book given, @Create Book taken);

  @Transaction
  CompletableFuture<Boolean> lendOnce(
      @IdempotencyKey String message, @Update(Book.class) Lending lending);

  @TransactGet
  CompletableFuture<Pair> pair(BookKey one, BookKey two);
}
