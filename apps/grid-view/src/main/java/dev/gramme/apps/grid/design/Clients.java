package dev.gramme.apps.grid.design;

import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.page.Cursors;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The client and settings of the designs.
 *
 * @param prefix the prefix of table names
 * @param cursors signs cursors
 * @param backoff the delays between retries of batches
 */
public record Clients(DynamoDbClient client, String prefix, Cursors cursors, Backoff backoff) {
  /** The prefix {@code grid-} and unsigned cursors. */
  public static Clients of(DynamoDbClient client) {
    return new Clients(
        client, "grid-", Cursors.unsigned(), Backoff.standard(new SplittableRandom()));
  }

  /** These settings with another client. */
  public Clients by(DynamoDbClient other) {
    return new Clients(other, prefix, cursors, backoff);
  }

  /** These settings with another prefix. */
  public Clients withPrefix(String other) {
    return new Clients(client, other, cursors, backoff);
  }

  /** These settings with signed cursors. */
  public Clients withCursors(Cursors other) {
    return new Clients(client, prefix, other, backoff);
  }
}
