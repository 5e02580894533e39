package dev.gramme.engine.vector;

import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.index.VectorChange;
import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.index.VectorScore;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.Item;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import java.util.List;

/** placeholder */
public final class VectorSearch {
  private final Store store;

  public VectorSearch(Store store, Lifecycle lifecycle, long memoryBytes) {
    this.store = store;
  }

  public void committed(List<VectorChange> changes) {}

  public void forget(int number) {}

  public List<VectorHit> search(VectorQuery query) {
    byte[] prefix =
        RowKeys.vectorPartition(query.index(), Item.of(query.equal())).toByteArray();
    var best = new Nearest<VectorHit>(query.index().distance(), query.topK());
    try (Cursor rows =
        store.range(prefix, RowKeys.afterPrefix(prefix), Direction.ASCENDING)) {
      while (rows.next()) {
        var entry = VectorEntry.decode(rows.value());
        if (query.matches(entry.attributes())) {
          float score = entry.score(query.index().distance(), query.vector());
          best.offer(new VectorHit(entry, score), score);
        }
      }
    }
    return best.bestFirst();
  }
}
