package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A schema as JSON, for programs that name the kinds of items, such as the console: the key, the
 * indexes, and the entities with the templates of their keys. The access patterns are beside it.
 */
final class SchemaJson {
  private SchemaJson() {}

  static Json of(TableSchema schema) {
    return Json.object()
        .put("key", key(schema.key()))
        .put("indexes", all(schema.indexes(), SchemaJson::index))
        .put("timeToLive", schema.timeToLive().map(Json::of))
        .put("entities", all(schema.entities(), SchemaJson::entity))
        .build();
  }

  private static Json key(KeySchema key) {
    return Json.object()
        .put("partition", all(key.partition(), SchemaJson::attribute))
        .put("sort", all(key.sort(), SchemaJson::attribute))
        .build();
  }

  private static Json attribute(KeyAttribute attribute) {
    return Json.object().put("name", attribute.name()).put("type", attribute.type().name()).build();
  }

  private static Json index(IndexSchema index) {
    return Json.object()
        .put("name", index.name())
        .put("kind", index.kind().name())
        .put("key", key(index.key()))
        .put("projection", index.projection().name())
        .put("projected", Json.texts(index.projected()))
        .build();
  }

  private static Json entity(EntitySchema entity) {
    var keys = Json.object();
    new TreeMap<>(entity.keys()).forEach(keys::put);
    return Json.object()
        .put("name", entity.name())
        .put("keys", keys.build())
        .put("indexes", Json.texts(List.copyOf(new TreeSet<>(entity.indexes()))))
        .put("attributes", all(entity.attributes(), SchemaJson::attribute))
        .build();
  }

  private static Json attribute(AttributeSchema attribute) {
    return Json.object()
        .put("name", attribute.name())
        .put("attribute", attribute.attribute())
        .put("type", attribute.type())
        .put("javaType", attribute.javaType())
        .put("optional", attribute.optional())
        .build();
  }

  private static <T> Json all(List<T> values, Function<T, Json> one) {
    return new Json.Elements(values.stream().map(one).toList());
  }
}
