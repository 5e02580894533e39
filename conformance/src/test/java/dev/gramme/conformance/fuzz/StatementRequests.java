package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.fuzz.Table.KeyPart;
import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Generates requests with PartiQL statements. */
final class StatementRequests {
  private final Gen gen;
  private final World world;
  private final Values values;

  StatementRequests(Gen gen, World world) {
    this.gen = gen;
    this.world = world;
    this.values = new Values(gen);
  }

  Call execute() {
    var body = statement(gen.nextInt(6));
    if (gen.chance(30)) {
      body.put("ReturnConsumedCapacity", gen.oneOf("NONE", "TOTAL", "INDEXES"));
    }
    var statement = (String) Objects.requireNonNull(body.get("Statement"));
    if (statement.startsWith("SELECT") && gen.chance(40)) {
      body.put("Limit", gen.between(1, 4));
    }
    return new Call("ExecuteStatement", body);
  }

  Call batch() {
    boolean reads = gen.chance(50);
    return Call.of(
        "BatchExecuteStatement",
        "Statements",
        JsonObjects.listOf(gen.listOf(1, 6, () -> statement(reads ? 0 : gen.between(3, 5)))));
  }

  Call transaction() {
    boolean reads = gen.chance(50);
    var statements = new ArrayList<@Nullable Object>();
    for (int i = 0; i < 3; i++) {
      statements.add(reads ? statement(0) : insert(world.table()));
    }
    var call = Call.of("ExecuteTransaction", "TransactStatements", statements);
    if (gen.chance(30)) {
      call.body().put("ClientRequestToken", "token-" + gen.nextLong());
      world.followUp(call);
    }
    return call;
  }

  /** A statement by kind: 0 reads one item, 1 and 2 read several items, the others write. */
  private Map<String, @Nullable Object> statement(int kind) {
    Table table = world.table();
    return switch (kind) {
      case 0 -> keyed("SELECT " + selected() + " FROM \"" + table.name() + "\"", table);
      case 1 -> scan(table);
      case 2 -> ofPartition(table);
      case 3 -> keyed("DELETE FROM \"" + table.name() + "\"", table);
      case 4 -> updateOrInsert(table);
      default -> insert(table);
    };
  }

  private String selected() {
    return gen.oneOf("*", "n, s", "m.x, li[0]", "\"t\", b");
  }

  private Map<String, @Nullable Object> keyed(String start, Table table) {
    return keyed(start, table, values.key(table));
  }

  private Map<String, @Nullable Object> keyed(
      String start, Table table, Map<String, @Nullable Object> key) {
    var condition = new ArrayList<String>();
    var parameters = new ArrayList<@Nullable Object>();
    for (KeyPart part : table.key()) {
      condition.add("\"" + part.name() + "\" = ?");
      parameters.add(key.get(part.name()));
    }
    return JsonObjects.of(
        "Statement", start + " WHERE " + String.join(" AND ", condition), "Parameters", parameters);
  }

  private Map<String, @Nullable Object> scan(Table table) {
    String source = "\"" + table.name() + "\"";
    if (!table.indexes().isEmpty() && gen.chance(40)) {
      source += ".\"" + gen.oneOf(table.indexes()).name() + "\"";
      return JsonObjects.of("Statement", "SELECT * FROM " + source);
    }
    var statement = JsonObjects.of("Statement", "SELECT " + selected() + " FROM " + source);
    String filter =
        gen.oneOf(
            " WHERE n > 1 AND (s <> 'a' OR t = true)",
            " WHERE attribute_type(n, 'N')",
            " WHERE contains(s, 'a') AND NOT size(li) > 3",
            " WHERE n IN [1, 2, 3]",
            " WHERE z IS MISSING OR begins_with(s, 'b')",
            "");
    statement.put("Statement", statement.get("Statement") + filter);
    return statement;
  }

  private Map<String, @Nullable Object> ofPartition(Table table) {
    KeyPart partition = table.key().getFirst();
    var value = values.keyValue(partition.type());
    String order = table.key().size() > 1 && gen.chance(50) ? " ORDER BY sk DESC" : "";
    String condition = gen.chance(70) ? "\"%s\" = ?" : "\"%s\" IN [?]";
    return JsonObjects.of(
        "Statement",
        "SELECT * FROM \"%s\" WHERE ".formatted(table.name())
            + condition.formatted(partition.name())
            + order,
        "Parameters",
        JsonObjects.list(value));
  }

  private Map<String, @Nullable Object> updateOrInsert(Table table) {
    var key = world.knownKey(table);
    if (key == null) {
      return insert(table);
    }
    String change =
        gen.oneOf(
            "SET s = 'x' SET t = false",
            "SET li = [1, 'two', {'three': 3}]",
            "REMOVE b SET ns = <<1, 2>>",
            "SET m = {'x': 1, 'y': 'z'}");
    var statement = keyed("UPDATE \"" + table.name() + "\" " + change, table, key);
    if (gen.chance(40)) {
      statement.put("Statement", statement.get("Statement") + " RETURNING ALL NEW *");
    }
    return statement;
  }

  /** An INSERT of an item that does not exist. */
  private Map<String, @Nullable Object> insert(Table table) {
    var item = values.attributesBeside(table);
    item.putAll(values.key(table));
    KeyPart partition = table.key().getFirst();
    if (partition.type().equals("S")) {
      item.put(partition.name(), Values.text("i" + gen.nextLong()));
    } else if (partition.type().equals("N")) {
      item.put(partition.name(), Values.number(gen.nextLong()));
    } else {
      item.put(partition.name(), JsonObjects.of("B", freshBinary()));
    }
    var members = new ArrayList<String>();
    List<@Nullable Object> parameters = new ArrayList<>();
    item.forEach((name, value) -> {
      members.add("'" + name.replace("'", "''") + "': ?");
      parameters.add(value);
    });
    return JsonObjects.of(
        "Statement",
        "INSERT INTO \"%s\" VALUE {%s}".formatted(table.name(), String.join(", ", members)),
        "Parameters",
        parameters);
  }

  private String freshBinary() {
    return Base64.getEncoder().encodeToString(gen.bytes(9));
  }
}
