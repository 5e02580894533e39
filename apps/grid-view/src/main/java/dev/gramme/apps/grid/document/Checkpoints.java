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

/** The positions of a consumer in the shards of a stream. */
public final class Checkpoints {
  /** The position of a closed shard that was processed completely. */
  static final String END = "END";

  /**
   * A checkpoint.
   *
   * @param sequence the number of the last processed record, or {@link #END}
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

  /** The table's schema. */
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

  /** Stores the position in a shard. */
  void save(String stream, String shard, String sequence) {
    table.save(new Checkpoint(stream, shard, sequence));
  }

  /**
   * Deletes the checkpoint of a shard, which is then read from its beginning if it still exists.
   */
  void delete(String stream, String shard) {
    table.delete(stream, shard);
  }
}
