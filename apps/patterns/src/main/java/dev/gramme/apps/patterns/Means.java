package dev.gramme.apps.patterns;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The environment in which patterns run. */
public interface Means {
  /** An empty database. */
  DynamoDbClient client();

  /** Its streams. */
  DynamoDbStreamsClient streams();

  /**
   * A client with the credentials of a tenant, in {@link Surroundings#SECURED}. Its policy allows
   * getting, querying, putting and deleting items of the table photos whose partition key is the
   * tenant's name.
   */
  DynamoDbClient tenant(String name);

  /** A client with another interceptor, such as one that encrypts. */
  DynamoDbClient intercepted(ExecutionInterceptor interceptor);

  /** A client of another region, where tables can have replicas. */
  DynamoDbClient region(String name);

  /** The streams of another region. */
  DynamoDbStreamsClient streamsOf(String region);

  /**
   * Binds a function to a stream, from its beginning. It is called with the new image of each
   * record that has one.
   *
   * @param name its name
   * @param streamArn the stream
   * @param parallelization how many batches are processed at the same time; changes of an item stay
   *     in order
   * @param function what it does with an image
   */
  void bind(
      String name,
      String streamArn,
      int parallelization,
      Consumer<Map<String, AttributeValue>> function);

  /** The number of records that a function has processed. */
  long processed(String name);

  /** The clock of the database. */
  InstantSource clock();

  /** Advances the clock and waits until all work due by then is done. */
  void advance(Duration by);

  /** Advances the clock of one region only. */
  void advance(String region, Duration by);

  /** A source of random values with a fixed seed, so that runs are comparable. */
  RandomGenerator random();

  /** An empty folder for files. */
  Path folder();

  /** Opens a connection to an empty relational database; the caller closes it. */
  Connection sql();

  /** The requests that the clients of DynamoDB have sent until now. */
  List<SentRequest> sent();
}
