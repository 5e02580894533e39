package dev.gramme.mcp;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items in DynamoDB's JSON, as the AWS CLI has them: {@code {"id": {"S": "a"}}}. */
final class Values {
  private static final int MAX_NESTING = 32;

  private Values() {}

  static Map<String, AttributeValue> item(Map<?, ?> members, String place) {
    return item(members, place, 0);
  }

  private static Map<String, AttributeValue> item(Map<?, ?> members, String place, int depth) {
    var item = new LinkedHashMap<String, AttributeValue>();
    members.forEach(
        (name, value) -> item.put(String.valueOf(name), value(value, place + "." + name, depth)));
    return item;
  }

  private static AttributeValue value(Object value, String place, int depth) {
    if (depth > MAX_NESTING) {
      throw new ToolException(place + " is nested too deeply");
    }
    if (!(value instanceof Map<?, ?> map) || map.size() != 1) {
      throw wrong(place);
    }
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    var entry = entries.next();
    String type = String.valueOf(entry.getKey());
    return switch (entry.getValue()) {
      case String text -> ofText(type, text, place);
      case Number number when type.equals("N") -> AttributeValue.fromN(number.toString());
      case Boolean flag when type.equals("BOOL") -> AttributeValue.fromBool(flag);
      case Boolean flag when type.equals("NULL") && flag -> AttributeValue.fromNul(true);
      case List<?> list -> ofList(type, list, place, depth);
      case Map<?, ?> members when type.equals("M") ->
          AttributeValue.fromM(item(members, place, depth + 1));
      case null, default -> throw wrong(place);
    };
  }

  private static AttributeValue ofText(String type, String text, String place) {
    return switch (type) {
      case "S" -> AttributeValue.fromS(text);
      case "N" -> AttributeValue.fromN(text);
      case "B" -> AttributeValue.fromB(bytes(text, place));
      default -> throw wrong(place);
    };
  }

  private static AttributeValue ofList(String type, List<?> list, String place, int depth) {
    return switch (type) {
      case "SS" -> AttributeValue.fromSs(texts(list));
      case "NS" -> AttributeValue.fromNs(texts(list));
      case "BS" ->
          AttributeValue.fromBs(texts(list).stream().map(text -> bytes(text, place)).toList());
      case "L" -> {
        var values = new ArrayList<AttributeValue>();
        for (Object element : list) {
          values.add(value(element, place + "[" + values.size() + "]", depth + 1));
        }
        yield AttributeValue.fromL(values);
      }
      default -> throw wrong(place);
    };
  }

  private static ToolException wrong(String place) {
    return new ToolException(
        place + " must be a value in DynamoDB's JSON, such as {\"S\": \"text\"} or {\"N\": \"1\"}");
  }

  private static List<String> texts(List<?> list) {
    return list.stream().map(String::valueOf).toList();
  }

  private static SdkBytes bytes(String text, String place) {
    try {
      return SdkBytes.fromByteArray(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new ToolException(place + " is not in Base64");
    }
  }

  static Map<String, Object> json(Map<String, AttributeValue> item) {
    var members = new LinkedHashMap<String, Object>();
    item.forEach((name, value) -> members.put(name, json(value)));
    return members;
  }

  private static Map<String, Object> json(AttributeValue value) {
    Object content =
        switch (value.type()) {
          case S -> value.s();
          case N -> value.n();
          case B -> text(value.b());
          case BOOL -> value.bool();
          case NUL -> true;
          case SS -> value.ss();
          case NS -> value.ns();
          case BS -> value.bs().stream().map(Values::text).toList();
          case L -> value.l().stream().map(Values::json).toList();
          case M -> json(value.m());
          case UNKNOWN_TO_SDK_VERSION ->
              throw new ToolException("an item has a value of a type that is not known");
        };
    String type = value.type() == AttributeValue.Type.NUL ? "NULL" : value.type().name();
    return Map.of(type, content);
  }

  private static String text(SdkBytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe());
  }
}
