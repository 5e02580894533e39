package dev.gramme.apps.incidents.account;

import dev.gramme.apps.incidents.table.Account;
import dev.gramme.apps.incidents.table.AccountState;
import dev.gramme.apps.incidents.table.IncidentQueries;
import dev.gramme.toolkit.Ksuid;
import java.util.Optional;

/** The accounts. */
public final class Accounts {
  private final IncidentQueries queries;
  private final Identifiers identifiers;

  /** The accounts in a table. */
  public Accounts(IncidentQueries queries, Identifiers identifiers) {
    this.queries = queries;
    this.identifiers = identifiers;
  }

  /** Creates an account. */
  public Account open(String name) {
    var account = new Account(identifiers.next(), name, AccountState.ACTIVE, 0, Optional.empty());
    queries.open(account);
    return account;
  }

  /** An account's own item, also if the account is deleted. */
  public Optional<Account> find(Ksuid account) {
    return queries.account(account);
  }

  /** The data of an account. */
  public AccountData data(Ksuid account) {
    return new AccountData(queries, account, identifiers);
  }
}
