package example;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;

/** A book that a reader wants to read. */
@Entity(pk = "READER#{reader}", sk = "BOOK#{title}")
@Gsi(name = "byAuthor", pk = "AUTHOR#{author}", sk = "{title}")
public record Book(String reader, String title, String author, int pages) {}
