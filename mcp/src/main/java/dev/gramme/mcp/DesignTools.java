package dev.gramme.mcp;

import dev.gramme.mcp.DesignRequest.Access;
import dev.gramme.mcp.DesignRequest.Entity;
import dev.gramme.toolkit.cloudformation.CloudFormation;
import dev.gramme.toolkit.explain.EntityLoad;
import dev.gramme.toolkit.explain.Explain;
import dev.gramme.toolkit.explain.PatternLoad;
import dev.gramme.toolkit.explain.Workload;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tool that designs a table. It needs no database. */
final class DesignTools {
  private DesignTools() {}

  static List<Tool> all() {
    return List.of(
        new Tool(
            "model_table",
            "Proposes keys and global indexes of one table for a list of access patterns, with the reason for each, and"
                + " computes the costs of each pattern, the load of partitions, the price of a month, and the design's mistakes.",
            """
            {"type": "object", "required": ["entities", "patterns"], "properties": {
              "table": {"type": "string", "description": "the table's name"},
              "entities": {"type": "array", "items": {"type": "object", "required": ["name", "id"], "properties": {
                "name": {"type": "string", "description": "a kind of item, such as Order"},
                "id": {"type": "array", "items": {"type": "string"},
                  "description": "the attributes that identify an item, such as customer and placedAt"},
                "bytes": {"type": "integer", "description": "the size of an item; default 500"},
                "items": {"type": "integer", "description": "how many exist; default 1,000"}}}},
              "patterns": {"type": "array", "items": {"type": "object", "required": ["name", "kind", "entity"], "properties": {
                "name": {"type": "string",
                  "description": "a letter, then up to 63 letters, digits and underscores, such as ordersOfCustomer"},
                "kind": {"enum": ["get", "query", "scan", "put", "update", "delete"]},
                "entity": {"type": "string"},
                "by": {"type": "array", "items": {"type": "string"},
                  "description": "the attributes whose values a query knows; for get, if they are not the id"},
                "sort": {"type": "array", "items": {"type": "string"}, "description": "the order of a query"},
                "changes": {"type": "array", "items": {"type": "string"}, "description": "what an update changes"},
                "per_second": {"type": "number", "description": "calls a second; default 1"},
                "items": {"type": "integer", "description": "items that a query returns; default 20"},
                "consistent": {"type": "boolean"},
                "hottest_share": {"type": "number", "description": "share of the calls for the hottest partition key, 0 to 1"}}}}}}
            """,
            false,
            DesignTools::model));
  }

  private static Map<String, Object> model(Arguments arguments) {
    DesignRequest request = DesignRequest.of(arguments);
    Proposal proposal = Proposal.of(request);
    TableSchema schema = proposal.schema();
    var explanation = Explain.of(schema, load(request)).explanation();
    var result = new LinkedHashMap<String, Object>();
    result.put("table", schema.name());
    result.put("keys", proposal.keys());
    result.put("patterns", proposal.reasons());
    result.put("costs", explanation.text().lines().toList());
    result.put(
        "cloudformation", Json.read(CloudFormation.of(schema, TableSettings.DEFAULT).json()));
    return result;
  }

  private static Workload load(DesignRequest request) {
    var load = Workload.NONE;
    for (Entity entity : request.entities().values()) {
      load = load.entity(entity.name(), EntityLoad.bytes(entity.bytes()).items(entity.items()));
    }
    for (Access access : request.accesses()) {
      var calls = PatternLoad.perSecond(access.perSecond());
      if (access.hottest() >= 0) {
        calls = calls.hottestKey(access.hottest());
      }
      if (access.shape() == Shape.UPDATE) {
        calls = calls.changes(access.changes().toArray(String[]::new));
      }
      load = load.pattern(access.name(), calls);
    }
    return load;
  }
}
