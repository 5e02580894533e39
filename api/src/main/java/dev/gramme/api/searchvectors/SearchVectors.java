package dev.gramme.api.searchvectors;

import static dev.gramme.api.searchvectors.SearchVectorsShape.INDEX_NAME;
import static dev.gramme.api.searchvectors.SearchVectorsShape.NAMES;
import static dev.gramme.api.searchvectors.SearchVectorsShape.PROJECTION_EXPRESSION;
import static dev.gramme.api.searchvectors.SearchVectorsShape.RETURN_CONSUMED_CAPACITY;
import static dev.gramme.api.searchvectors.SearchVectorsShape.SEARCH_CONDITION_EXPRESSION;
import static dev.gramme.api.searchvectors.SearchVectorsShape.SEARCH_VECTOR;
import static dev.gramme.api.searchvectors.SearchVectorsShape.TABLE_NAME;
import static dev.gramme.api.searchvectors.SearchVectorsShape.TOP_K;
import static dev.gramme.api.searchvectors.SearchVectorsShape.VALUES;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.access.ItemAccess;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.item.Tables;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.vector.VectorHit;
import dev.gramme.engine.vector.VectorQuery;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Placeholders;
import dev.gramme.expression.Projection;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.Limits;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Finds the items whose vectors are nearest to a given vector. */
public final class SearchVectors implements Operation {
  /** The minimum charge of a search. */
  private static final int LEAST_BYTES = 1024;

  private final Engine engine;

  public SearchVectors(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "SearchVectors";
  }

  @Override
  public StructureShape input() {
    return SearchVectorsShape.SHAPE;
  }

  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    SearchVectorsRules.checkTopK(input.require(TOP_K));
    ExpressionParameters.refuseIdleNames(
        input, NAMES, List.of(PROJECTION_EXPRESSION, SEARCH_CONDITION_EXPRESSION));
    ExpressionParameters.refuseIdleValues(
        input, VALUES, List.of(SEARCH_CONDITION_EXPRESSION), caller.wording());
    Placeholders placeholders =
        ExpressionParameters.placeholders(input.get(NAMES), input.get(VALUES), caller.wording());
    Condition condition = condition(input, placeholders);
    Projection projection = projection(input, placeholders);
    placeholders.checkAllUsed();
    float[] vector = SearchVectorsRules.vector(input.require(SEARCH_VECTOR), caller.wording());
    return PreparedRequest.of(
        scope -> List.of(access(input, condition, projection, scope)),
        () ->
            CompletableFuture.completedFuture(
                search(input, caller, condition, projection, vector)));
  }

  private Access access(
      Structure input,
      @Nullable Condition condition,
      @Nullable Projection projection,
      AccessScope scope) {
    String name = input.require(INDEX_NAME);
    var access =
        scope
            .items(name(), input.require(TABLE_NAME))
            .index(name)
            .condition(condition)
            .projection(projection)
            .capacity(input.get(RETURN_CONSUMED_CAPACITY));
    TableDefinition table = access.table();
    if (table != null) {
      scope.byDefinition(() -> gather(access, SearchVectorsRules.index(table, name), condition));
    }
    return access.build();
  }

  private static void gather(ItemAccess access, VectorIndex index, @Nullable Condition condition) {
    access.attributes(List.of(index.attribute()));
    KeyAttribute hash = index.hash();
    AttributeValue value =
        hash == null ? null : SearchVectorsRules.equal(condition, index).get(hash.name());
    if (value != null) {
      access.partition(List.of(value));
    }
  }

  private Output search(
      Structure input,
      Caller caller,
      @Nullable Condition condition,
      @Nullable Projection projection,
      float[] vector) {
    TableDefinition table = Tables.require(engine, input.require(TABLE_NAME), caller);
    VectorIndex index = SearchVectorsRules.index(table, input.require(INDEX_NAME));
    SearchVectorsRules.checkDimensions(vector, index);
    var equal = SearchVectorsRules.equal(condition, index);
    var query = new VectorQuery(table, index, vector, input.require(TOP_K), equal, caller.budget());
    List<VectorHit> hits = engine.read(query);
    return output(index, hits, projection, CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY)));
  }

  private static @Nullable Condition condition(Structure input, Placeholders placeholders) {
    String expression = input.get(SEARCH_CONDITION_EXPRESSION);
    return expression == null
        ? null
        : Condition.parse(ExpressionKind.SEARCH_CONDITION, expression, placeholders);
  }

  private static @Nullable Projection projection(Structure input, Placeholders placeholders) {
    String expression = input.get(PROJECTION_EXPRESSION);
    return expression == null ? null : Projection.parse(expression, placeholders);
  }

  private static Output output(
      VectorIndex index,
      List<VectorHit> hits,
      @Nullable Projection projection,
      CapacityOutput capacity) {
    var items = new ArrayList<Item>(hits.size());
    long bytes = 0;
    for (VectorHit hit : hits) {
      Item item = item(index, hit, projection);
      bytes += item.sizeBytes();
      if (bytes > Limits.BATCH_BYTES) {
        // The service guarantees no more than 16 MB per answer and does not paginate.
        break;
      }
      items.add(item);
    }
    return out -> {
      out.name("SearchResults").beginArray();
      for (int i = 0; i < items.size(); i++) {
        out.beginObject();
        write(out.name("Item"), items.get(i), index);
        out.name("Score").number(Double.parseDouble(Float.toString(hits.get(i).score())));
        out.endObject();
      }
      out.endArray();
      if (capacity != CapacityOutput.NONE) {
        out.name("ConsumedCapacity").beginObject();
        out.name("VectorSearchRequestBytes").number(chargedBytes(index, hits));
        out.endObject();
      }
    };
  }

  private static void write(JsonWriter out, Item item, VectorIndex index) {
    out.beginObject();
    item.attributes()
        .forEach((name, value) -> {
          out.name(name);
          if (name.equals(index.attribute()) && value instanceof AttributeValue.L vector) {
            write(out, vector);
          } else {
            out.attributeValue(value);
          }
        });
    out.endObject();
  }

  /**
   * Writes the elements with a decimal point even if they are integers: {@code 1.0} (August 2026).
   */
  private static void write(JsonWriter out, AttributeValue.L vector) {
    out.beginObject().name("L").beginArray();
    for (AttributeValue element : vector.elements()) {
      BigDecimal number = ((AttributeValue.N) element).value();
      String text = number.toPlainString();
      out.beginObject().name("N").string(number.scale() > 0 ? text : text + ".0").endObject();
    }
    out.endArray().endObject();
  }

  /** The returned attributes of an index entry: the vector only if the projection names it. */
  private static Item item(VectorIndex index, VectorHit hit, @Nullable Projection projection) {
    Item entry = hit.entry().attributes();
    if (projection == null) {
      return entry;
    }
    boolean withVector =
        projection.paths().stream().anyMatch(path -> path.attribute().equals(index.attribute()));
    return projection.apply(
        withVector ? entry.toBuilder().put(index.attribute(), hit.entry().list()).build() : entry);
  }

  /**
   * The size of the entries found; how the service charges for other entries that it examines is
   * not known.
   */
  private static long chargedBytes(VectorIndex index, List<VectorHit> hits) {
    long bytes = 0;
    for (VectorHit hit : hits) {
      bytes += hit.entry().sizeBytes(index);
    }
    return Math.max(LEAST_BYTES, bytes);
  }
}
