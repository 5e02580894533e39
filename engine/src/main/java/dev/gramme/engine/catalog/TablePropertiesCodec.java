package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Encryption;
import dev.gramme.model.Item;
import dev.gramme.model.TableProperties;
import java.util.LinkedHashMap;
import java.util.Map;

/** Encodes the properties of a stored definition. */
final class TablePropertiesCodec {

  private TablePropertiesCodec() {}

  static void put(Item.Builder out, TableProperties properties) {
    var tableClass = properties.tableClass();
    if (tableClass != null) {
      out.put("TableClass", new S(tableClass));
    }
    out.put("DeletionProtected", Bool.of(properties.deletionProtected()));
    var tags = Item.builder(properties.tags().size());
    properties.tags().forEach((key, value) -> tags.put(key, new S(value)));
    out.put("Tags", new M(tags.build()));
    var encryption = properties.encryption();
    if (encryption != null) {
      out.put("EncryptionKey", new S(encryption.keyArn()));
    }
  }

  static TableProperties properties(Item in) {
    return new TableProperties(
        in.get("TableClass") instanceof S(var value) ? value : null,
        in.get("DeletionProtected") == Bool.TRUE,
        tags(in),
        in.get("EncryptionKey") instanceof S(var keyArn) ? new Encryption(keyArn) : null);
  }

  private static Map<String, String> tags(Item in) {
    var tags = new LinkedHashMap<String, String>();
    for (var tag : StoredFields.map(in, "Tags").attributes().entrySet()) {
      tags.put(tag.getKey(), ((S) tag.getValue()).value());
    }
    return tags;
  }
}
