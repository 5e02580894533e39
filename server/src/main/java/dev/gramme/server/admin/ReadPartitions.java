package dev.gramme.server.admin;

import dev.gramme.engine.Engine;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.throttle.PartitionMap;
import dev.gramme.engine.throttle.PartitionMap.HashRange;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Wording;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.SelectPlan;
import dev.gramme.partiql.StatementBinder;
import dev.gramme.partiql.StatementLimits;
import dev.gramme.partiql.StatementParser;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The physical partitions that a read touches. {@code {"TableName":"t","From":{…},"To":{…}}} has
 * two keys: the read is a Scan from the hash of the first partition key to that of the second one,
 * or with the same key twice, a Query. A missing key is the start or the end of the table. {@code
 * {"Statement":"SELECT …"}} has a PartiQL statement, all of whose pages count.
 */
final class ReadPartitions {
  private static final Member<String> TABLE_NAME = Member.optional("TableName", Shape.string());
  private static final Member<String> INDEX_NAME = Member.optional("IndexName", Shape.string());
  private static final Member<WireItem> FROM = Member.optional("From", Shape.item());
  private static final Member<WireItem> TO = Member.optional("To", Shape.item());
  private static final Member<String> STATEMENT = Member.optional("Statement", Shape.string());
  private static final StructureShape INPUT =
      StructureShape.of("ReadPartitions", TABLE_NAME, INDEX_NAME, FROM, TO, STATEMENT);

  private static final long LAST_HASH = -1L;

  private final Engine engine;

  ReadPartitions(Engine engine) {
    this.engine = engine;
  }

  HttpResponse answer(HttpRequest request) {
    return QueryPage.answer(request, INPUT, input -> json(map(input)));
  }

  private PartitionMap map(Structure input) {
    String statement = input.get(STATEMENT);
    if (statement != null) {
      return ofStatement(statement);
    }
    TableDefinition table = QueryPage.table(engine, input.get(TABLE_NAME));
    String name = input.get(INDEX_NAME);
    SecondaryIndex index =
        name == null
            ? null
            : table
                .index(name)
                .orElseThrow(
                    () -> ApiError.validation("The table does not have the specified index"));
    KeySchema schema = index == null ? table.key() : index.key();
    var hashes =
        new HashRange(hash(schema, input.get(FROM), 0), hash(schema, input.get(TO), LAST_HASH));
    if (Long.compareUnsigned(hashes.first(), hashes.last()) > 0) {
      throw ApiError.validation("the hash of From is higher than that of To");
    }
    return map(table, index, List.of(hashes));
  }

  private PartitionMap ofStatement(String text) {
    if (text.length() > StatementLimits.MAX_CHARACTERS) {
      throw ApiError.validation(
          "the statement has more than " + StatementLimits.MAX_CHARACTERS + " characters");
    }
    var bound = StatementBinder.bind(StatementParser.parse(text), List.of());
    if (!(bound instanceof BoundStatement.Read read)) {
      throw ApiError.validation("the statement is not a SELECT");
    }
    TableDefinition table = QueryPage.table(engine, read.table());
    String name = read.index();
    SecondaryIndex index = name == null ? null : SelectPlan.index(table, name, false);
    SelectPlan plan = SelectPlan.of(read, table, index);
    if (!plan.keyed()) {
      return map(table, index, List.of(new HashRange(0, LAST_HASH)));
    }
    return map(
        table,
        index,
        plan.ranges().stream()
            .map(range -> RowKeys.hashOf(range.rows().first()))
            .map(hash -> new HashRange(hash, hash))
            .toList());
  }

  private PartitionMap map(
      TableDefinition table, @Nullable SecondaryIndex index, List<HashRange> hashes) {
    return engine.partitions(table, index instanceof GlobalIndex global ? global : null, hashes);
  }

  /** The hash of a partition key; the other attributes of the key are ignored. */
  private static long hash(KeySchema schema, @Nullable WireItem given, long missing) {
    if (given == null) {
      return missing;
    }
    Item key = given.item(Wording.CURRENT);
    var partition = Item.builder(schema.hash().size());
    for (KeyAttribute attribute : schema.hash()) {
      AttributeValue value = key.get(attribute.name());
      if (value == null || value.type() != attribute.type()) {
        throw ApiError.validation(KeyRules.MISMATCH);
      }
      partition.put(attribute.name(), value);
    }
    Item values = partition.build();
    KeyRules.checkValues(schema, values);
    return RowKeys.hashOf(RowKeys.partitionRows(0, schema, values, RowKeys.ITEM).toByteArray());
  }

  private byte[] json(PartitionMap map) {
    var out = new JsonWriter().beginObject();
    out.name("Throttling").bool(engine.limitsThroughput());
    out.name("PartitionCount").number(map.count());
    out.name("Partitions").beginArray();
    for (HashRange range : map.holding()) {
      out.beginObject();
      out.name("FirstHash").string(HexFormat.of().toHexDigits(range.first()));
      out.name("LastHash").string(HexFormat.of().toHexDigits(range.last()));
      out.endObject();
    }
    return out.endArray().endObject().toByteArray();
  }
}
