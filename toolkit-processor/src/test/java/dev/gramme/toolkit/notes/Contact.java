package dev.gramme.toolkit.notes;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.SchemaVersion;
import dev.gramme.toolkit.Unique;
import dev.gramme.toolkit.Upcast;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A contact, whose unique address was stored in another attribute in version 1. */
@Entity(pk = "CONTACT#{id}", sk = "CONTACT")
@SchemaVersion(2)
public record Contact(String id, @Attribute("mail") @Unique Optional<String> address) {

  @Upcast(from = 1)
  static Map<String, AttributeValue> mail(Map<String, AttributeValue> item) {
    if (!item.containsKey("id")) {
      throw new IllegalArgumentException("only items can be converted");
    }
    AttributeValue address = item.remove("email");
    if (address != null) {
      item.put("mail", address);
    }
    return item;
  }
}
