package dev.gramme.toolkit.members;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Replace;
import dev.gramme.toolkit.Subtract;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.members.Task.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The access patterns of tasks. */
@AccessPatterns(table = "tasks")
public interface TaskQueries {
  /** The step of a transaction. */
  record Assignment(String id, String assignee) {}

  @Put
  Task save(Task task);

  @Create
  Task create(Task task);

  @Replace
  Task replace(Task task);

  @Put
  void saveAll(List<Task> tasks);

  @Get
  Optional<Task> task(String id);

  @Update
  Task finish(String id, State state);

  @Update
  Task spend(String id, @Subtract Integer points);

  @Update(upsert = true)
  Task assign(String id, State state, String assignee, @Add Integer points);

  @Update(upsert = true)
  Task reopen(String id, State state);

  @Transaction
  void both(@Put Task one, @Update(Task.class) Assignment two);

  @Query(index = "byUpdate")
  List<Task> written(String id, Range<Instant> updated);

  @Query(index = "byState")
  List<Task> inState(State state);
}
