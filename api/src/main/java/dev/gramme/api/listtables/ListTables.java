package dev.gramme.api.listtables;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lists the names of tables in bytewise order. */
public final class ListTables implements ResourceOperation {
  private final Catalog catalog;

  public ListTables(Catalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public String name() {
    return "ListTables";
  }

  @Override
  public StructureShape input() {
    return ListTablesShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    int limit = input.getOrDefault(ListTablesShape.LIMIT, ListTablesShape.MAX_LIMIT);
    // One more than requested shows whether another page follows.
    var names = catalog.names(input.getOrDefault(ListTablesShape.START, ""), limit + 1);
    boolean more = names.size() > limit;
    return CompletableFuture.completedFuture(output(more ? names.subList(0, limit) : names, more));
  }

  private static Output output(List<String> names, boolean more) {
    return out -> {
      out.name("TableNames").beginArray();
      names.forEach(out::string);
      out.endArray();
      if (more) {
        out.name("LastEvaluatedTableName").string(names.getLast());
      }
    };
  }
}
