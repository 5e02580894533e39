package dev.gramme.apps.comparison;

import dev.gramme.embedded.Gramme;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A run of all calls of a version.
 *
 * @param results the results of the calls
 * @param uses the requests and their consumption by access pattern
 */
record Run(List<Recorder.Result> results, Map<String, Use> uses) {
  /** The time of the calls. Holds of seats expire ten minutes later, and are then deleted. */
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

  /** A new database, in which it is noon. */
  static Gramme database() {
    var sinceNoon = Duration.between(NOON, Instant.now());
    return Gramme.inMemory(() -> Instant.now().minus(sinceNoon));
  }

  /** Runs a version in Java against a new database. */
  static Run of(Version version) {
    return of(version, new ArrayList<>());
  }

  /** Runs a version in Java, and adds each result to a list, even if a later call fails. */
  static Run of(Version version, List<Recorder.Result> results) {
    try (var gramme = database()) {
      var meter = new Meter(gramme.httpClient());
      var calls = new Recorder(meter, results);
      try (var client =
          DynamoDbClient.builder()
              .httpClient(meter)
              .region(Gramme.REGION)
              .credentialsProvider(
                  StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
              .build()) {
        version.run(calls, client);
      }
      return new Run(List.copyOf(results), meter.uses());
    }
  }
}
