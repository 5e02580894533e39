package dev.gramme.api.updatetable;

import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.updatetable.UpdateTableShape.Delete;
import dev.gramme.api.updatetable.UpdateTableShape.IndexUpdate;
import dev.gramme.api.updatetable.UpdateTableShape.Update;
import dev.gramme.wire.Structure;
import java.util.ArrayList;
import java.util.List;

/** The actions of GlobalSecondaryIndexUpdates by kind. */
record IndexActions(List<Structure> creates, List<Structure> updates, List<Structure> deletes) {

  /** The actions of a request whose elements have passed the rules. */
  static IndexActions of(Structure input) {
    var creates = new ArrayList<Structure>();
    var updates = new ArrayList<Structure>();
    var deletes = new ArrayList<Structure>();
    for (Structure element : input.getOrDefault(UpdateTableShape.INDEX_UPDATES, List.of())) {
      Structure create = element.get(IndexUpdate.CREATE);
      Structure update = element.get(IndexUpdate.UPDATE);
      Structure delete = element.get(IndexUpdate.DELETE);
      if (create != null) {
        creates.add(create);
      } else if (update != null) {
        updates.add(update);
      } else if (delete != null) {
        deletes.add(delete);
      }
    }
    return new IndexActions(creates, updates, deletes);
  }

  /** Whether the actions create or delete an index. */
  boolean changeIndexes() {
    return !creates.isEmpty() || !deletes.isEmpty();
  }

  /** Whether the actions change provisioned units of an index. */
  boolean changeThroughput() {
    return updates.stream().anyMatch(update -> update.has(Update.PROVISIONED_THROUGHPUT));
  }

  /** The names of the indexes, one for each action. */
  List<String> names() {
    var names = new ArrayList<String>();
    creates.forEach(create -> names.add(create.require(GlobalSecondaryIndex.INDEX_NAME)));
    updates.forEach(update -> names.add(update.require(Update.INDEX_NAME)));
    deletes.forEach(delete -> names.add(delete.require(Delete.INDEX_NAME)));
    return names;
  }
}
