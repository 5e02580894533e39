package dev.gramme.apps.incidents.design;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Query;

/** The access patterns of the table with one partition per account. */
@AccessPatterns(table = "incidents-in-one-partition")
public interface OnePartitionQueries {
  @Create
  void report(WholeIncident incident);

  @Query(descending = true)
  Page<WholeIncident> incidents(Ksuid account, Cursor after, int limit);
}
