package dev.gramme.server.admin;

import dev.gramme.engine.Engine;
import dev.gramme.engine.backup.ItemHistory;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Wording;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import org.jspecify.annotations.Nullable;

/**
 * The history of one item, for tables with point-in-time recovery. POST of {@code
 * {"TableName":"t","Key":{"id":{"S":"a"}}}} answers with the item's changes, the latest first, with
 * the images before and after. {@code Limit} is the most changes of an answer. An answer with
 * {@code Next} is not the last one: the same request with that {@code Position} continues.
 */
public final class HistoryPage implements Page {
  private static final Member<String> TABLE_NAME = Member.optional("TableName", Shape.string());
  private static final Member<WireItem> KEY = Member.optional("Key", Shape.item());
  private static final Member<Integer> LIMIT = Member.optional("Limit", Shape.integer());
  private static final Member<String> POSITION = Member.optional("Position", Shape.string());
  private static final StructureShape INPUT =
      StructureShape.of("History", TABLE_NAME, KEY, LIMIT, POSITION);

  private static final int DEFAULT_LIMIT = 100;
  private static final int MOST_CHANGES = 1_000;

  private final Engine engine;

  public HistoryPage(Engine engine) {
    this.engine = engine;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    return QueryPage.answer(request, INPUT, this::history);
  }

  private byte[] history(Structure input) {
    TableDefinition table = QueryPage.table(engine, input.get(TABLE_NAME));
    WireItem given = input.get(KEY);
    if (given == null) {
      throw ApiError.validation("Key is missing");
    }
    Item key = given.item(Wording.CURRENT);
    KeyRules.checkKey(table, key);
    int limit = input.getOrDefault(LIMIT, DEFAULT_LIMIT);
    if (limit < 1 || limit > MOST_CHANGES) {
      throw ApiError.validation("Limit must be 1 to " + MOST_CHANGES);
    }
    return json(engine.restores().history(table, key, position(input.get(POSITION)), limit));
  }

  private static ItemHistory.@Nullable Position position(@Nullable String text) {
    return text == null
        ? null
        : ItemHistory.Position.parse(text)
            .orElseThrow(() -> ApiError.validation("Position is not that of an answer"));
  }

  private static byte[] json(ItemHistory.Part part) {
    var out = new JsonWriter().beginObject();
    out.name("Changes").beginArray();
    part.changes().forEach(change -> write(out, change));
    out.endArray();
    out.name("RecordsRead").number(part.records());
    out.name("Since").timestamp(part.since());
    ItemHistory.Position next = part.next();
    if (next != null) {
      out.name("Next").string(next.toString());
    }
    return out.endObject().toByteArray();
  }

  private static void write(JsonWriter out, LoggedChange change) {
    out.beginObject();
    out.name("Time").timestamp(change.time());
    out.name("SequenceNumber").string(Long.toString(change.sequence()));
    out.name("Origin").string(change.origin().name());
    Item before = change.before();
    if (before != null) {
      out.name("OldImage").item(before);
    }
    Item after = change.after();
    if (after != null) {
      out.name("NewImage").item(after);
    }
    out.endObject();
  }
}
