package dev.gramme.apps.incidents.design;

import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.entity.TableCreation;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/**
 * The naive design: all items of an account share a partition key. One query finds an account for
 * deletion or export. But all of its reads and writes together are limited to the throughput of one
 * partition, independent of the table's throughput.
 */
public final class OnePartition implements IncidentDesign {
  private final OnePartitionQueries queries;
  private final Identifiers identifiers;

  /** The design over a client. */
  public OnePartition(DynamoDbClient client, Identifiers identifiers) {
    this.queries = OnePartitionQueriesTable.of(client);
    this.identifiers = identifiers;
  }

  @Override
  public String name() {
    return "one partition per account";
  }

  @Override
  public CreateTableRequest table() {
    var schema = OnePartitionQueriesTable.schema();
    return TableCreation.request(schema, schema.name());
  }

  @Override
  public void open(Ksuid account) {
    // An account is only a partition; there is nothing to create.
  }

  @Override
  public void report(Ksuid account, Ksuid user, Ksuid team, String title, String details) {
    queries.report(
        new WholeIncident(
            account,
            identifiers.next(),
            title,
            Status.TRIGGERED,
            State.OPEN,
            identifiers.now(),
            Set.of(Participant.user(user).toString(), Participant.team(team).toString()),
            details));
  }

  @Override
  public List<String> newest(Ksuid account, int count) {
    return queries.incidents(account, Cursor.start(), count).items().stream()
        .map(WholeIncident::title)
        .toList();
  }
}
