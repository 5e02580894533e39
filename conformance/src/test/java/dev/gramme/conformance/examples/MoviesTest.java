package dev.gramme.conformance.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.Json;
import dev.gramme.conformance.support.TestTable;
import dev.gramme.conformance.support.WireJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The films of the developer guide's tutorials. Each result is compared with one computed from the
 * file.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MoviesTest {
  private final DynamoDbClient client = Endpoint.classic().client();
  private final List<Map<String, AttributeValue>> films = films();
  private final TestTable table = TestTable.withKey(Endpoint.classic(), "year:N", "title:S");

  @BeforeAll
  void load() {
    table.load(films);
  }

  @AfterAll
  void delete() {
    table.close();
  }

  @Test
  void a_scan_returns_all_films() {
    var scanned =
        client.scanPaginator(request -> request.tableName(table.name())).items().stream().toList();

    assertThat(scanned).containsExactlyInAnyOrderElementsOf(films);
  }

  @Test
  void a_film_is_read_as_it_was_written() {
    var rush = films.getFirst();

    assertThat(
            client
                .getItem(request ->
                    request
                        .tableName(table.name())
                        .key(Map.of("year", value(rush, "year"), "title", value(rush, "title"))))
                .item())
        .isEqualTo(rush);
  }

  @Test
  void films_of_a_year_come_in_the_order_of_their_titles() {
    assertThat(query("#y = :y", Map.of(":y", AttributeValue.fromN("2011"))))
        .isEqualTo(titles(film -> year(film).equals("2011")))
        .hasSizeGreaterThan(10);
  }

  @Test
  void films_of_a_year_whose_title_is_in_a_range() {
    var values =
        Map.of(
            ":y", AttributeValue.fromN("2000"),
            ":from", AttributeValue.fromS("A"),
            ":to", AttributeValue.fromS("L"));

    assertThat(query("#y = :y AND title BETWEEN :from AND :to", values))
        .isEqualTo(
            titles(film ->
                year(film).equals("2000")
                    && title(film).compareTo("A") >= 0
                    && title(film).compareTo("L") <= 0))
        .isNotEmpty();
  }

  @Test
  void an_actors_films_are_found_by_scan_and_filter() {
    var actor = AttributeValue.fromS("Tom Hanks");
    var found =
        client
            .scanPaginator(request ->
                request
                    .tableName(table.name())
                    .filterExpression("contains(info.actors, :actor)")
                    .expressionAttributeValues(Map.of(":actor", actor)))
            .items()
            .stream()
            .map(MoviesTest::title)
            .toList();

    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(
            titles(film ->
                value(film, "info").m().containsKey("actors")
                    && value(value(film, "info").m(), "actors").l().contains(actor)))
        .isNotEmpty();
  }

  @Test
  void a_rating_is_raised_by_an_update_of_a_nested_number() {
    var key = Map.of("year", AttributeValue.fromN("2013"), "title", AttributeValue.fromS("Rush"));
    var answer =
        client.updateItem(request ->
            request
                .tableName(table.name())
                .key(key)
                .updateExpression("SET info.rating = info.rating + :plus")
                .expressionAttributeValues(Map.of(":plus", AttributeValue.fromN("0")))
                .returnValues("UPDATED_NEW"));

    assertThat(answer.attributes())
        .isEqualTo(
            Map.of("info", AttributeValue.fromM(Map.of("rating", AttributeValue.fromN("8.3")))));
  }

  private List<String> query(String condition, Map<String, AttributeValue> values) {
    return client
        .queryPaginator(request ->
            request
                .tableName(table.name())
                .keyConditionExpression(condition)
                .expressionAttributeNames(Map.of("#y", "year"))
                .expressionAttributeValues(values)
                .limit(7))
        .items()
        .stream()
        .map(MoviesTest::title)
        .toList();
  }

  private List<String> titles(Predicate<Map<String, AttributeValue>> which) {
    return films.stream().filter(which).map(MoviesTest::title).sorted().toList();
  }

  private static String title(Map<String, AttributeValue> film) {
    return value(film, "title").s();
  }

  private static String year(Map<String, AttributeValue> film) {
    return value(film, "year").n();
  }

  private static AttributeValue value(Map<String, AttributeValue> map, String name) {
    return Objects.requireNonNull(map.get(name), name);
  }

  private static List<Map<String, AttributeValue>> films() {
    try {
      var file = Path.of("src", "test", "resources", "data", "moviedata.json");
      var all = Json.elements(Objects.requireNonNull(Json.parse(Files.readString(file))));
      return Stream.of(all.toArray())
          .map(film -> WireJson.plainItem(Objects.requireNonNull(film)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
