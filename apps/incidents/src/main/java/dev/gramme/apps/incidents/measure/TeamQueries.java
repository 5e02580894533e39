package dev.gramme.apps.incidents.measure;

import dev.gramme.apps.incidents.table.Participation;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import java.time.Instant;
import java.util.List;

/** The access pattern for a merge without the toolkit. */
@AccessPatterns(table = "incidents")
public interface TeamQueries {
  /** Incidents of a participant up to a time, newest first. */
  @Query(index = "GSI1", descending = true)
  List<Participation> incidentsUntil(
      Ksuid account, String participant, State state, Range<Instant> createdAt, int limit);
}
