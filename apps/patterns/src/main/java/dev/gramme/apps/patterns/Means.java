package dev.gramme.apps.patterns;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The environment in which patterns run.
 *
 * @param client an empty database
 * @param streams its streams
 * @param tenants creates a client with the credentials of a tenant, in {@link
 *     Surroundings#SECURED}; its policy allows getting, querying, putting and deleting items of the
 *     table photos whose partition key is the tenant's name
 * @param encrypting creates a client that encrypts its writes to tables with the key PK and SK,
 *     with a key of a tenant
 * @param clock the clock of the database
 * @param advance advances the clock and waits until all work due by then is done
 * @param random a source of random values with a fixed seed, so that runs are comparable
 * @param folder an empty folder for files
 * @param sql opens a connection to an empty relational database; the caller closes it
 */
public record Means(
    DynamoDbClient client,
    DynamoDbStreamsClient streams,
    Function<String, DynamoDbClient> tenants,
    Function<String, DynamoDbClient> encrypting,
    InstantSource clock,
    Consumer<Duration> advance,
    RandomGenerator random,
    Path folder,
    Supplier<Connection> sql) {}
