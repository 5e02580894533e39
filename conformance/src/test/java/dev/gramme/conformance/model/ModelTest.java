package dev.gramme.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.storage.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsRequest;

/**
 * Checks that every operation of the published model has a handler, and that every member of its
 * request is supported or listed in docs/differences.md. Constraints that differ from the model's
 * are listed with the reason in {@code model-constraints.txt}, because Gramme follows the service's
 * behaviour where the model differs.
 */
final class ModelTest {
  private static final Path DIFFERENCES = Path.of("..", "docs", "differences.md");
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final String CONSTRAINTS = "/model-constraints.txt";

  private final PublishedModel model = PublishedModel.read();
  private final List<Operation> operations = operations();

  @Test
  void every_operation_has_a_handler() {
    var lacking = new TreeSet<>(model.operations());
    lacking.addAll(streams().keySet());
    operations.forEach(operation -> lacking.remove(operation.name()));
    assertThat(lacking).as("operations without a handler").isEmpty();
  }

  @Test
  void every_member_of_a_request_is_supported_or_listed_as_a_difference() {
    var rows = named();
    var missing =
        comparisons().stream()
            .flatMap(comparison -> comparison.missing.stream())
            .filter(path -> !isNamed(path, rows))
            .toList();
    assertThat(missing).as("members that are neither supported nor listed").isEmpty();
  }

  @Test
  void every_supported_member_is_in_the_model() {
    // The service accepts filters of exports, which no published model has (observed October 2026).
    assertThat(comparisons().stream().flatMap(comparison -> comparison.unknown.stream()))
        .containsExactly("ExportTableToPointInTime.FilterSpecification");
  }

  @Test
  void every_member_of_the_requests_of_streams_is_supported() {
    streams()
        .forEach((name, fields) ->
            operations.stream()
                .filter(operation -> operation.name().equals(name))
                .forEach(operation ->
                    assertThat(operation.input().members().stream().map(member -> member.name()))
                        .as(name)
                        .containsExactlyInAnyOrderElementsOf(fields)));
  }

  @Test
  void constraints_equal_those_of_the_model_except_for_listed_ones() {
    var known = lines(CONSTRAINTS).filter(line -> !line.startsWith("#")).map(Known::of).toList();
    var differences =
        comparisons().stream().flatMap(comparison -> comparison.constraints.stream()).toList();
    assertThat(differences)
        .filteredOn(difference -> known.stream().noneMatch(one -> one.covers(difference)))
        .as("constraints that differ from the model")
        .isEmpty();
    assertThat(known)
        .filteredOn(one -> differences.stream().noneMatch(one::covers))
        .as("listed differences that do not exist")
        .isEmpty();
  }

  private List<ModelComparison> comparisons() {
    var known = Set.copyOf(model.operations());
    return operations.stream()
        .filter(operation -> known.contains(operation.name()))
        .map(operation ->
            new ModelComparison(operation.name(), model.input(operation.name()), operation.input()))
        .toList();
  }

  private static List<Operation> operations() {
    var engine =
        Engine.open(new MemoryStore(), () -> Instant.EPOCH, Runnable::run, EngineOptions.DEFAULT);
    return List.copyOf(new Operations(engine, () -> new UUID(0, 1)).all());
  }

  /**
   * The members of the requests of streams. AWS does not publish a model of streams, so they are
   * read from the SDK.
   */
  private static Map<String, List<String>> streams() {
    return Map.of(
        "ListStreams", names(ListStreamsRequest.builder().build()),
        "DescribeStream", names(DescribeStreamRequest.builder().build()),
        "GetShardIterator", names(GetShardIteratorRequest.builder().build()),
        "GetRecords", names(GetRecordsRequest.builder().build()));
  }

  private static List<String> names(SdkPojo request) {
    return request.sdkFields().stream().map(SdkField::locationName).toList();
  }

  /** The words in backticks in the first column of the table of differences. */
  private static Set<String> named() {
    try {
      return Files.readAllLines(DIFFERENCES).stream()
          .takeWhile(line -> !line.startsWith("# Differences between Gramme and DynamoDB Local"))
          .map(line -> line.split("\\|", -1))
          .filter(cells -> cells.length > 2)
          .flatMap(cells -> QUOTED.matcher(cells[2]).results())
          .map(word -> word.group(1))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a member, or one that contains it, is listed. */
  private static boolean isNamed(String path, Set<String> words) {
    return Stream.of(path.split("[.\\[\\]{}]+", -1)).skip(1).anyMatch(words::contains);
  }

  private static Stream<String> lines(String resource) {
    try (var in = ModelTest.class.getResourceAsStream(resource)) {
      var bytes = Objects.requireNonNull(in, resource).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A line of known differences: a text in which {@code *} matches anything, and the reason. */
  private record Known(String text, Pattern pattern) {
    static Known of(String line) {
      String text = line.substring(0, line.lastIndexOf(" | "));
      var regex =
          Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
      return new Known(text, Pattern.compile(regex));
    }

    boolean covers(String difference) {
      return pattern.matcher(difference).matches();
    }
  }
}
