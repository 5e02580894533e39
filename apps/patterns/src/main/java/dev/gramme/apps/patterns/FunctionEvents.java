package dev.gramme.apps.patterns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the events of functions on streams, in the JSON form of Lambda. */
final class FunctionEvents {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private FunctionEvents() {}

  /** The new images of the records that have one. */
  static List<Map<String, AttributeValue>> newImages(String event) {
    var images = new ArrayList<Map<String, AttributeValue>>();
    try {
      for (JsonNode record : MAPPER.readTree(event).path("Records")) {
        JsonNode image = record.path("dynamodb").path("NewImage");
        if (image.isObject()) {
          images.add(attributes(image));
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("an event is not JSON: " + event, e);
    }
    return images;
  }

  private static Map<String, AttributeValue> attributes(JsonNode map) {
    var attributes = new HashMap<String, AttributeValue>();
    map.properties().forEach(member -> attributes.put(member.getKey(), value(member.getValue())));
    return attributes;
  }

  private static AttributeValue value(JsonNode typed) {
    String type = typed.fieldNames().next();
    JsonNode value = typed.get(type);
    return switch (type) {
      case "S" -> AttributeValue.fromS(value.asText());
      case "N" -> AttributeValue.fromN(value.asText());
      case "BOOL" -> AttributeValue.fromBool(value.asBoolean());
      case "NULL" -> AttributeValue.fromNul(true);
      case "SS" -> AttributeValue.fromSs(texts(value));
      case "NS" -> AttributeValue.fromNs(texts(value));
      case "L" -> {
        var elements = new ArrayList<AttributeValue>();
        value.forEach(element -> elements.add(value(element)));
        yield AttributeValue.fromL(elements);
      }
      case "M" -> AttributeValue.fromM(attributes(value));
      default -> throw new IllegalArgumentException("no pattern has values of the type " + type);
    };
  }

  private static List<String> texts(JsonNode list) {
    var texts = new ArrayList<String>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
