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
 * What patterns are shown with.
 *
 * @param client an empty database
 * @param streams its streams
 * @param tenants gives a client with the credentials of a tenant, in {@link Surroundings#SECURED};
 *     its policy allows to get, query, put and delete items of the table photos whose partition key
 *     is the tenant's name
 * @param encrypting gives a client that encrypts what it writes to tables of the key PK and SK,
 *     with a key of a tenant
 * @param clock the time that the database goes by
 * @param advance lets time pass, until all that was due by then is done
 * @param random makes what is not chosen; the same each time, so that a showing can be compared
 * @param folder an empty folder for files
 * @param sql gives an empty relational database; the caller closes the connection
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
