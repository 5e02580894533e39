package dev.gramme.engine.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.check.Finding;
import dev.gramme.engine.check.StoreCheck;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex.Distance;
import dev.gramme.storage.Direction;
import dev.gramme.storage.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The check of a vector index whose entry does not decode. */
final class VectorCheckTest {
  private static final byte[] DAMAGED = {99};

  private final MemoryStore store = new MemoryStore();
  private TableDefinition definition;

  @BeforeEach
  void fill() {
    try (var table = VectorTable.create(store, Distance.EUCLIDEAN, 2, 1 << 20)) {
      table.put(1, new float[] {1, 2});
      definition = table.definition();
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private List<Finding> findings() {
    var findings = new ArrayList<Finding>();
    StoreCheck.run(store, findings::add);
    return findings;
  }

  /** Damages the only row of the table, or of the index. */
  private void damage(int number) {
    byte[] row;
    try (var rows =
        store.range(
            RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING)) {
      assertThat(rows.next()).isTrue();
      row = rows.key();
      assertThat(rows.next()).isFalse();
    }
    BlockingTransactions.run(store, tx -> tx.put(row, DAMAGED));
  }

  private void damageEntry() {
    damage(definition.vectorIndexes().getFirst().number());
  }

  @Test
  void it_is_written_again_from_its_item() {
    assertThat(findings()).isEmpty();
    damageEntry();
    assertThat(findings()).hasSize(1);
    findings().forEach(finding -> BlockingTransactions.run(store, finding.repair().orElseThrow()));
    assertThat(findings()).isEmpty();
  }

  @Test
  void it_stays_if_its_item_does_not_decode_either() {
    damage(definition.number());
    damageEntry();
    assertThat(findings()).hasSize(2).allSatisfy(finding -> assertThat(finding.repair()).isEmpty());
  }
}
