package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;

/**
 * The access patterns of the operator, who is outside of all accounts. No credentials of an account
 * open this partition.
 */
@AccessPatterns(table = "incidents")
public interface AccountDirectory {
  @Put(budget = "1 WCU")
  void register(Registration registration);

  @Delete(value = Registration.class, budget = "1 WCU")
  void unregister(Ksuid account);

  /** The accounts, the oldest first. */
  @Query
  Page<Registration> registered(Cursor after, int limit);
}
