package dev.gramme.apps.patterns.relations;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Update;
import java.util.List;
import java.util.Optional;

/** Each item contains a copy of the data that is read with it. */
public final class DuplicatedData implements Pattern {
  @Entity(pk = "BOOK#{book}")
  @Gsi(name = "byAuthor", pk = "AUTHOR#{author}", sk = "{book}")
  record Book(String book, String name, String author, String authorName) {}

  @AccessPatterns(table = "books")
  interface Queries {
    @Put
    void save(Book book);

    @Get
    Optional<Book> book(String book);

    @Query(index = "byAuthor")
    List<Book> ofAuthor(String author);

    @Update(Book.class)
    void rename(String book, String authorName);
  }

  @Override
  public String title() {
    return "Duplicated data";
  }

  @Override
  public String problem() {
    return "A read needs an attribute of another item.";
  }

  @Override
  public String purpose() {
    return """
    Each book contains its author's name, so that one request reads a book with the name. If the name
    never changes, nothing else is needed. If it changes, every copy must be written, with one write for
    each book. An index finds the books.
    """;
  }

  @Override
  public void show(Stage stage) {
    var books = DuplicatedData_QueriesTable.of(stage.table(DuplicatedData_QueriesTable.schema()));
    books.save(new Book("HAMLET", "Hamlet", "shakespeare", "William Shakespeare"));
    books.save(
        new Book("ROMEO_AND_JULIET", "Romeo and Juliet", "shakespeare", "William Shakespeare"));
    books.save(new Book("WAR_AND_PEACE", "War and Peace", "tolstoy", "Leo Tolstoy"));
    stage.recordInitialTables();
    stage.read("a book with its author's name", () -> books.book("HAMLET"));
    stage.write(
        "the author's name changes, in every copy",
        () ->
            books
                .ofAuthor("shakespeare")
                .forEach(book -> books.rename(book.book(), "W. Shakespeare")));
    stage.read("the author's books", () -> books.ofAuthor("shakespeare"));
  }
}
