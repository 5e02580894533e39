package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The large part of an item is a separate item; a summary remains. */
public final class SummaryAndContent implements Pattern {
  private static final int CONTENT_LENGTH = 60_000;

  @Entity(pk = "BLOG#{blog}", sk = "{published:desc}#{article}")
  record Summary(String blog, Instant published, String article, String title, String extract) {}

  @Entity(pk = "ARTICLE#{article}", sk = "CONTENT")
  record Content(String article, String text) {}

  @AccessPatterns(table = "blogs")
  interface Queries {
    @Transaction
    void publish(@Put Summary summary, @Put Content content);

    @Query(limit = 10)
    List<Summary> newest(String blog);

    @Get
    Optional<Content> content(String article);
  }

  @Override
  public String title() {
    return "Separate content, leaving a summary";
  }

  @Override
  public String problem() {
    return "A list reads large contents that it does not show.";
  }

  @Override
  public String purpose() {
    return """
    A list of articles shows titles and first lines. The texts, of sixty kilobytes each, are items of
    their own, so the list does not read them. A reader who opens an article reads one text.
    """;
  }

  @Override
  public void show(Stage stage) {
    var blogs =
        SummaryAndContent_QueriesTable.of(stage.table(SummaryAndContent_QueriesTable.schema()));
    for (int number = 1; number <= 10; number++) {
      String article = "article-" + number;
      Instant published = stage.clock().instant().plusSeconds(number);
      blogs.publish(
          new Summary("gramme", published, article, "Article " + number, "It begins so."),
          new Content(article, "x".repeat(CONTENT_LENGTH)));
    }
    stage.recordInitialTables();
    stage.read(
        "the list of ten articles",
        () -> blogs.newest("gramme").stream().map(Summary::title).toList());
    stage.read(
        "the length of one article",
        () -> blogs.content("article-7").orElseThrow().text().length());
  }
}
