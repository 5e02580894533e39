package dev.gramme.apps.incidents.design;

import dev.gramme.apps.incidents.account.Accounts;
import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.table.Account;
import dev.gramme.apps.incidents.table.AccountState;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentQueries;
import dev.gramme.apps.incidents.table.IncidentQueriesTable;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.entity.TableCreation;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/** The design of this system: partitions by access pattern and frequency. */
public final class ManyPartitions implements IncidentDesign {
  private final IncidentQueries queries;
  private final Accounts accounts;

  /** The design over a client. */
  public ManyPartitions(DynamoDbClient client, Identifiers identifiers) {
    this.queries = IncidentQueriesTable.of(client);
    this.accounts = new Accounts(queries, identifiers);
  }

  @Override
  public String name() {
    return "many partitions per account";
  }

  @Override
  public CreateTableRequest table() {
    var schema = IncidentQueriesTable.schema();
    return TableCreation.request(schema, schema.name());
  }

  @Override
  public void open(Ksuid account) {
    queries.open(new Account(account, "measured", AccountState.ACTIVE, 0, Optional.empty()));
  }

  @Override
  public void report(Ksuid account, Ksuid user, Ksuid team, String title, String details) {
    accounts.data(account).log().report(user, title, details, List.of(Participant.team(team)));
  }

  @Override
  public List<String> newest(Ksuid account, int count) {
    return accounts.data(account).incidents(Cursor.start(), count).items().stream()
        .map(Incident::title)
        .toList();
  }
}
