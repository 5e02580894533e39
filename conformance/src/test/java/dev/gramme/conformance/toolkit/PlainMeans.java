package dev.gramme.conformance.toolkit;

import dev.gramme.apps.patterns.Means;
import dev.gramme.apps.patterns.SentRequest;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Any database of one region, with a clock that never moves. */
final class PlainMeans implements Means {
  static final Instant BEGIN = Instant.parse("2026-11-21T12:00:00Z");

  private final DynamoDbClient client;
  private final DynamoDbStreamsClient streams;
  private final Path folder;
  private final Random random = new Random(1);

  PlainMeans(DynamoDbClient client, DynamoDbStreamsClient streams, Path folder) {
    this.client = client;
    this.streams = streams;
    this.folder = folder;
  }

  @Override
  public DynamoDbClient client() {
    return client;
  }

  @Override
  public DynamoDbStreamsClient streams() {
    return streams;
  }

  @Override
  public DynamoDbClient tenant(String name) {
    throw missing();
  }

  @Override
  public DynamoDbClient intercepted(ExecutionInterceptor interceptor) {
    throw missing();
  }

  @Override
  public DynamoDbClient region(String name) {
    throw missing();
  }

  @Override
  public DynamoDbStreamsClient streamsOf(String region) {
    throw missing();
  }

  @Override
  public void bind(
      String name,
      String streamArn,
      int parallelization,
      Consumer<Map<String, AttributeValue>> function) {
    throw missing();
  }

  @Override
  public long processed(String name) {
    throw missing();
  }

  @Override
  public InstantSource clock() {
    return InstantSource.fixed(BEGIN);
  }

  @Override
  public void advance(Duration by) {
    throw missing();
  }

  @Override
  public void advance(String region, Duration by) {
    throw missing();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public Path folder() {
    return folder;
  }

  @Override
  public Connection sql() {
    throw missing();
  }

  @Override
  public List<SentRequest> sent() {
    return List.of();
  }

  private static UnsupportedOperationException missing() {
    return new UnsupportedOperationException("DynamoDB Local does not have this");
  }
}
