package dev.gramme.apps.grid.design;

import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.page.Cursors;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * What the designs reach their tables by.
 *
 * @param prefix what the names of the tables begin with
 * @param cursors how cursors are signed
 * @param backoff how long batches wait before they try again
 */
public record Clients(DynamoDbClient client, String prefix, Cursors cursors, Backoff backoff) {
  /** With the prefix {@code grid-}, and unsigned cursors. */
  public static Clients of(DynamoDbClient client) {
    return new Clients(
        client, "grid-", Cursors.unsigned(), Backoff.standard(new SplittableRandom()));
  }

  /** The same by another client. */
  public Clients by(DynamoDbClient other) {
    return new Clients(other, prefix, cursors, backoff);
  }

  /** The same with other tables. */
  public Clients withPrefix(String other) {
    return new Clients(client, other, cursors, backoff);
  }

  /** The same with cursors that clients cannot forge. */
  public Clients withCursors(Cursors other) {
    return new Clients(client, prefix, other, backoff);
  }
}
