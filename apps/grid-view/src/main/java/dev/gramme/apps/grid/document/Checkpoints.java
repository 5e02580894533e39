package dev.gramme.apps.grid.document;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How far a consumer has handled the shards of a stream. */
public final class Checkpoints {
  /** What stands for the end of a shard that is closed. */
  static final String END = "END";

  /**
   * A checkpoint.
   *
   * @param sequence the number of the last record that was handled, or {@link #END}
   */
  @Entity(pk = "{stream}", sk = "{shard}", type = "C")
  record Checkpoint(String stream, String shard, String sequence) {}

  @AccessPatterns(table = "checkpoints", pk = "stream", sk = "shard", type = "kind")
  interface Queries {
    @Put
    void save(Checkpoint checkpoint);

    @Delete(Checkpoint.class)
    void delete(String stream, String shard);

    @Query(consistent = true)
    List<Checkpoint> all(String stream);
  }

  private final Checkpoints_QueriesTable table;

  private Checkpoints(Checkpoints_QueriesTable table) {
    this.table = table;
  }

  /** The checkpoints in a table of {@link #schema}. */
  public static Checkpoints of(Table table) {
    return new Checkpoints(Checkpoints_QueriesTable.of(table));
  }

  /** What the table is. */
  public static TableSchema schema() {
    return Checkpoints_QueriesTable.schema();
  }

  /** The table. */
  public Table table() {
    return table.table();
  }

  /** The checkpoints of a stream by shard. */
  Map<String, String> all(String stream) {
    return table.all(stream).stream()
        .collect(Collectors.toMap(Checkpoint::shard, Checkpoint::sequence));
  }

  /** Notes how far a shard is handled. */
  void save(String stream, String shard, String sequence) {
    table.save(new Checkpoint(stream, shard, sequence));
  }

  /** Forgets a shard: it is read from its beginning, if it is still there. */
  void delete(String stream, String shard) {
    table.delete(stream, shard);
  }
}
