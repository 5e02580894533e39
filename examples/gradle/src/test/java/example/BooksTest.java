package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gramme.embedded.junit.GrammeExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@ExtendWith(GrammeExtension.class)
class BooksTest {
  @Test
  void books_are_listed_by_reader_and_found_by_author(DynamoDbClient dynamo) {
    var books = BooksTable.of(dynamo);
    books.table().createIfAbsent();
    books.add(new Book("ada", "Walden", "Thoreau", 350));
    books.add(new Book("ada", "Middlemarch", "Eliot", 880));
    books.add(new Book("max", "Silas Marner", "Eliot", 220));
    assertEquals(
        List.of("Middlemarch", "Walden"), books.list("ada").stream().map(Book::title).toList());
    assertEquals(2, books.writtenBy("Eliot").size());
  }
}
