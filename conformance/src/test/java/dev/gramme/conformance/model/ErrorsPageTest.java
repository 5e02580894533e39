package dev.gramme.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gramme.model.ErrorType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** The page of errors lists the errors of the code, as the AWS SDK treats them. */
final class ErrorsPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern CREATED_REASON =
      Pattern.compile("new CancellationReason\\(\\s*\"(\\w+)\"");

  private final String page = ReferenceTable.page("errors.md");

  @Test
  void every_error_is_listed_once_with_its_status_and_whether_the_sdk_retries_it() {
    var listed =
        ReferenceTable.rows(page, "error").stream().map(cells -> cells.subList(0, 3)).toList();
    var expected =
        Arrays.stream(ErrorType.values())
            .map(type ->
                List.of(
                    type.shape(),
                    String.valueOf(type.httpStatus()),
                    isRetried(type) ? "yes" : "no"))
            .toList();
    assertThat(listed).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void the_page_names_the_errors_with_a_capitalized_message() {
    String paragraph =
        Stream.of(page.split("\n\n", -1))
            .filter(text -> text.contains("Five errors call the second member `Message`"))
            .findFirst()
            .orElseThrow();
    String named =
        paragraph.substring(paragraph.indexOf("Five errors"), paragraph.indexOf("Unknown"));
    assertThat(
            Pattern.compile("\\w+Exception")
                .matcher(named)
                .results()
                .map(name -> name.group())
                .collect(Collectors.toSet()))
        .isEqualTo(
            Arrays.stream(ErrorType.values())
                .filter(type -> type.textMember().equals("Message"))
                .map(ErrorType::shape)
                .collect(Collectors.toSet()));
  }

  @Test
  void every_reason_of_a_cancelled_transaction_is_listed() {
    Set<String> listed =
        ReferenceTable.rows(page, "code").stream()
            .map(cells -> cells.getFirst().replace("`", ""))
            .collect(Collectors.toSet());
    var created = new TreeSet<String>();
    for (String module : List.of("model", "engine", "api")) {
      try (var files = Files.walk(ROOT.resolve(module + "/src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          CREATED_REASON
              .matcher(Files.readString(file))
              .results()
              .forEach(reason -> created.add(reason.group(1)));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    // Their names are chosen by the type of the error.
    created.addAll(List.of("ProvisionedThroughputExceeded", "ThrottlingError"));
    assertThat(listed).isEqualTo(created);
  }

  /** Whether a client of the SDK with default settings sends a request again after an error. */
  private static boolean isRetried(ErrorType type) {
    var requests = new AtomicInteger();
    try (var client =
        DynamoDbClient.builder()
            .httpClient(new FailingHttpClient(type, requests))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
            .overrideConfiguration(options ->
                options.retryStrategy(
                    AwsRetryStrategy.standardRetryStrategy().toBuilder()
                        .backoffStrategy(BackoffStrategy.retryImmediately())
                        .throttlingBackoffStrategy(BackoffStrategy.retryImmediately())
                        .build()))
            .build()) {
      var error =
          catchThrowableOfType(
              DynamoDbException.class,
              () ->
                  client.getItem(
                      get -> get.tableName("songs").key(Map.of("pk", AttributeValue.fromS("1")))));
      assertThat(error.awsErrorDetails().errorCode()).isEqualTo(type.shape());
    }
    return requests.get() > 1;
  }

  /** The transport of a server that answers every request with an error. */
  private record FailingHttpClient(ErrorType type, AtomicInteger requests)
      implements SdkHttpClient {
    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      requests.incrementAndGet();
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() {
          byte[] body =
              "{\"__type\":\"%s\",\"%s\":\"text\"}"
                  .formatted(type.wireName(), type.textMember())
                  .getBytes(StandardCharsets.UTF_8);
          return HttpExecuteResponse.builder()
              .response(
                  SdkHttpResponse.builder()
                      .statusCode(type.httpStatus())
                      .putHeader("Content-Type", "application/x-amz-json-1.0")
                      .build())
              .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
              .build();
        }

        @Override
        public void abort() {}
      };
    }

    @Override
    public void close() {}
  }
}
