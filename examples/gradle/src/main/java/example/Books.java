package example;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Query;
import java.util.List;

/** All requests of the program. */
@AccessPatterns(table = "books")
public interface Books {
  @Create
  void add(Book book);

  @Query(limit = 20)
  List<Book> list(String reader);

  @Query(index = "byAuthor", limit = 20)
  List<Book> writtenBy(String author);
}
