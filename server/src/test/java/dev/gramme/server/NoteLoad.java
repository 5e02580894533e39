package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Notes that are put into books and partly change their authors, and Queries of books and of the
 * index of authors. A consistent Query of a book must return all notes that were acknowledged
 * before it started. The index is eventually consistent: it usually has acknowledged notes at once,
 * and in the end it must be equal to the table.
 */
final class NoteLoad implements LoadPart {
  private static final int BOOKS = 4;
  private static final int AUTHORS = 5;
  private static final String INDEX = ",\"IndexName\":\"authors\"";

  /** When a server is killed, another one completes its index updates within minutes. */
  private static final Duration SOON = Duration.ofMinutes(4);

  /** All notes that were sent, acknowledged or not. */
  private final Set<String> tried = ConcurrentHashMap.newKeySet();

  /** The acknowledged notes of each book, and of each author those that do not change it later. */
  private final Map<String, Set<String>> acknowledged = new ConcurrentHashMap<>();

  private final AtomicInteger names = new AtomicInteger();
  private final AtomicInteger queries = new AtomicInteger();
  private final AtomicInteger late = new AtomicInteger();

  @Override
  public void prepare(ServerProcess server) throws Exception {
    LoadTable.create(
        server,
        "notes",
        LoadTable.attribute("book")
            + ","
            + LoadTable.attribute("name")
            + ","
            + LoadTable.attribute("author"),
        LoadTable.key("book", "HASH") + "," + LoadTable.key("name", "RANGE"),
        """
        ,"GlobalSecondaryIndexes":[{"IndexName":"authors","KeySchema":[%s,%s],
        "Projection":{"ProjectionType":"KEYS_ONLY"}}]\
        """
            .formatted(LoadTable.key("author", "HASH"), LoadTable.key("name", "RANGE")));
    for (int i = 0; i < BOOKS; i++) {
      acknowledged.put("book" + i, ConcurrentHashMap.newKeySet());
    }
    for (int i = 0; i < AUTHORS; i++) {
      acknowledged.put("author" + i, ConcurrentHashMap.newKeySet());
    }
  }

  private Set<String> acknowledged(String partition) {
    return acknowledged.getOrDefault(partition, Set.of());
  }

  @Override
  public Answer.Ending step(ServerProcess server, Random random) throws Exception {
    String book = "book" + random.nextInt(BOOKS);
    String author = "author" + random.nextInt(AUTHORS);
    return switch (random.nextInt(5)) {
      case 0 -> query(server, "", "book", book);
      case 1 -> query(server, INDEX, "author", author);
      case 2 -> moved(server, book, author);
      default -> {
        String name = name();
        Answer.Ending ending = put(server, book, name, author);
        if (ending == Answer.Ending.DONE) {
          acknowledged(author).add(name);
        }
        yield ending;
      }
    };
  }

  private String name() {
    return "n%06d".formatted(names.incrementAndGet());
  }

  private Answer.Ending put(ServerProcess server, String book, String name, String author)
      throws Exception {
    tried.add(name);
    Answer answer =
        Answer.of(
            server,
            "PutItem",
            """
            {"TableName":"notes",
            "Item":{"book":{"S":"%s"},"name":{"S":"%s"},"author":{"S":"%s"}}}\
            """
                .formatted(book, name, author));
    if (answer.isDone()) {
      acknowledged(book).add(name);
    }
    return answer.ending();
  }

  /** Puts a note and then changes its author. */
  private Answer.Ending moved(ServerProcess server, String book, String author) throws Exception {
    String name = name();
    Answer.Ending ending = put(server, book, name, "author0");
    if (ending != Answer.Ending.DONE) {
      return ending;
    }
    Answer answer =
        Answer.of(
            server,
            "UpdateItem",
            """
            {"TableName":"notes","Key":{"book":{"S":"%s"},"name":{"S":"%s"}},
            "UpdateExpression":"SET author = :a","ExpressionAttributeValues":{":a":{"S":"%s"}}}\
            """
                .formatted(book, name, author));
    if (answer.isDone()) {
      acknowledged(author).add(name);
    }
    return answer.ending();
  }

  private Answer.Ending query(ServerProcess server, String index, String key, String value)
      throws Exception {
    var before = Set.copyOf(acknowledged(value));
    String request =
        """
        "TableName":"notes"%s,"KeyConditionExpression":"%s = :k",
        "ExpressionAttributeValues":{":k":{"S":"%s"}}\
        """
            .formatted(index.isEmpty() ? ",\"ConsistentRead\":true" : index, key, value);
    String what = "%s of %s".formatted(key, value);
    return Eventually.get(
            what + " contain " + before,
            SOON,
            () -> {
              List<String> found = new ArrayList<>();
              Answer.Ending ending = query(server, request, found);
              if (ending != Answer.Ending.DONE) {
                return Optional.of(ending);
              }
              assertThat(found).as(what).isSorted().doesNotHaveDuplicates();
              assertThat(tried).as(what).containsAll(found);
              queries.incrementAndGet();
              if (Set.copyOf(found).containsAll(before)) {
                return Optional.of(ending);
              }
              assertThat(index).as("only an index may be late: %s", what).isNotEmpty();
              late.incrementAndGet();
              return Optional.<Answer.Ending>empty();
            },
            Optional::isPresent)
        .orElseThrow();
  }

  /** Collects names over all pages. */
  private static Answer.Ending query(ServerProcess server, String request, List<String> found)
      throws Exception {
    String start = "";
    do {
      Answer page = Answer.of(server, "Query", "{" + request + start + "}");
      if (!page.isDone()) {
        return page.ending();
      }
      page.body().path("Items").forEach(item -> found.add(item.path("name").path("S").asText()));
      start = LoadTable.start(page.body());
    } while (!start.isEmpty());
    return Answer.Ending.DONE;
  }

  @Override
  public String check(ServerProcess server) throws Exception {
    var notes = keys(LoadTable.scan(server, "notes", ""));
    var _ =
        Eventually.get(
            "the index is equal to the table",
            SOON,
            () -> keys(LoadTable.scan(server, "notes", INDEX)),
            index -> {
              boolean same = index.equals(notes);
              late.addAndGet(same ? 0 : 1);
              return same;
            });
    int count = 0;
    for (int i = 0; i < BOOKS; i++) {
      String book = "book" + i;
      for (String name : acknowledged(book)) {
        assertThat(notes.ceiling(book + " " + name)).startsWith(book + " " + name + " ");
        count++;
      }
    }
    for (int i = 0; i < AUTHORS; i++) {
      String author = "author" + i;
      var theirs = new TreeSet<String>();
      notes.stream()
          .filter(note -> note.endsWith(" " + author))
          .forEach(note -> theirs.add(note.split(" ", -1)[1]));
      assertThat(theirs).containsAll(acknowledged(author));
    }
    return "%d notes acknowledged of %d, %d queries, %d times the index was behind"
        .formatted(count, tried.size(), queries.get(), late.get());
  }

  private static TreeSet<String> keys(List<JsonNode> items) {
    var keys = new TreeSet<String>();
    for (JsonNode item : items) {
      String key =
          item.path("book").path("S").asText()
              + " "
              + item.path("name").path("S").asText()
              + " "
              + item.path("author").path("S").asText();
      assertThat(keys.add(key)).as("%s occurs once", key).isTrue();
    }
    return keys;
  }
}
