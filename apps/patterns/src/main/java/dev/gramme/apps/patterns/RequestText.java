package dev.gramme.apps.patterns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Formats the requests of a call. Requests that differ only in values have one form, of which the
 * first is shown. Long strings and lists are shortened, binary values are shown as their length,
 * and members that say nothing about a pattern are left out.
 */
final class RequestText {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int WIDTH = 100;
  private static final int MAX_STRING = 60;
  private static final int MAX_ELEMENTS = 5;
  private static final int SHOWN_ELEMENTS = 2;

  /** DEL, which ends a range of keys with a prefix, and the control characters that follow it. */
  private static final java.util.regex.Pattern CONTROL =
      java.util.regex.Pattern.compile("[\\x7f-\\x9f]");

  /** Requests that say nothing about a pattern. */
  private static final Set<String> IRRELEVANT = Set.of("DescribeTable", "DescribeTimeToLive");

  /** Members that say nothing about a pattern. */
  private static final List<String> LEFT_OUT =
      List.of(
          "ReturnConsumedCapacity", "ClientRequestToken", "ReturnValuesOnConditionCheckFailure");

  private static final Map<String, Boolean> DEFAULTS =
      Map.of("ConsistentRead", false, "ScanIndexForward", true);

  private static final Set<String> TYPES =
      Set.of("S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M");

  /** Members whose values do not distinguish forms. */
  private static final Set<String> POSITIONS = Set.of("ExclusiveStartKey");

  private static final List<String> FIRST =
      List.of(
          "TableName",
          "IndexName",
          "Key",
          "Item",
          "KeyConditionExpression",
          "UpdateExpression",
          "ConditionExpression",
          "FilterExpression",
          "ProjectionExpression",
          "ExpressionAttributeNames",
          "ExpressionAttributeValues");

  private RequestText() {}

  /**
   * Requests of one form.
   *
   * @param operation their operation
   * @param json the first of them
   * @param others how many others of this form the call sent
   */
  record Form(String operation, String json, int others) {
    /** The number of others as text, empty if there are none. */
    String repeated() {
      return others == 0 ? "" : ", and " + others + " more of this form";
    }
  }

  /** The forms of the requests, in the order of their first request. */
  static List<Form> of(List<SentRequest> requests) {
    List<SentRequest> relevant =
        new ArrayList<>(
            requests.stream().filter(sent -> !IRRELEVANT.contains(sent.operation())).toList());
    if (relevant.stream().map(SentRequest::thread).distinct().count() > 1) {
      // The order of concurrent requests differs from run to run.
      relevant.sort(
          Comparator.comparing(SentRequest::operation)
              .thenComparing(sent -> sent.json().contains("ExclusiveStartKey"))
              .thenComparing(SentRequest::json));
    }
    var firsts = new LinkedHashMap<String, SentRequest>();
    var counts = new HashMap<String, Integer>();
    for (SentRequest sent : relevant) {
      String form = sent.operation() + " " + form(parse(sent));
      firsts.putIfAbsent(form, sent);
      counts.merge(form, 1, Integer::sum);
    }
    List<Form> forms = new ArrayList<>();
    firsts.forEach((form, sent) ->
        forms.add(
            new Form(
                sent.operation(),
                pretty(shortened(parse(sent)), 0, 0),
                counts.getOrDefault(form, 1) - 1)));
    return forms;
  }

  private static ObjectNode parse(SentRequest sent) {
    try {
      var json = (ObjectNode) MAPPER.readTree(sent.json());
      json.remove(LEFT_OUT);
      for (JsonNode actions : json.path("TransactItems")) {
        actions.forEach(action -> ((ObjectNode) action).remove(LEFT_OUT));
      }
      DEFAULTS.forEach((name, value) -> {
        if (json.has(name) && json.get(name).asBoolean() == value) {
          json.remove(name);
        }
      });
      return json;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a request is not JSON: " + sent.json(), e);
    }
  }

  private static boolean isValue(JsonNode node) {
    return node.isObject() && node.size() == 1 && TYPES.contains(node.fieldNames().next());
  }

  /** The request with the types of its values only. */
  private static JsonNode form(JsonNode node) {
    if (isValue(node)) {
      return TextNode.valueOf(node.fieldNames().next());
    }
    if (node.isNumber()) {
      return IntNode.valueOf(0);
    }
    if (node.isArray()) {
      var elements = new TreeSet<String>();
      node.forEach(element -> elements.add(form(element).toString()));
      return TextNode.valueOf(elements.toString());
    }
    if (node.isObject()) {
      var form = MAPPER.createObjectNode();
      for (String name : sorted(node)) {
        if (!POSITIONS.contains(name)) {
          form.set(name, form(node.get(name)));
        }
      }
      return form;
    }
    return node;
  }

  private static List<String> sorted(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    names.sort(
        Comparator.comparingInt(RequestText::position).thenComparing(Comparator.naturalOrder()));
    return names;
  }

  private static int position(String name) {
    int index = FIRST.indexOf(name);
    return index < 0 ? FIRST.size() : index;
  }

  private static JsonNode shortened(JsonNode node) {
    if (isValue(node) && node.has("S")) {
      String text = ShownText.shortened(node.get("S").asText(), MAX_STRING);
      return MAPPER.createObjectNode().put("S", text);
    }
    if (isValue(node) && node.has("B")) {
      return MAPPER.createObjectNode().put("B", bytes(node.get("B")) + " bytes");
    }
    if (node.isArray()) {
      ArrayNode list = MAPPER.createArrayNode();
      int shown = node.size() > MAX_ELEMENTS ? SHOWN_ELEMENTS : node.size();
      for (int i = 0; i < shown; i++) {
        list.add(shortened(node.get(i)));
      }
      if (shown < node.size()) {
        list.add("… and " + (node.size() - shown) + " more");
      }
      return list;
    }
    if (node.isObject()) {
      var object = MAPPER.createObjectNode();
      sorted(node).forEach(name -> object.set(name, shortened(node.get(name))));
      return object;
    }
    return node;
  }

  private static int bytes(JsonNode base64) {
    try {
      return base64.binaryValue().length;
    } catch (IOException e) {
      throw new IllegalStateException("a value is not Base64: " + base64, e);
    }
  }

  /** On one line if it is short enough, else with one member a line. */
  private static String pretty(JsonNode node, int indent, int before) {
    String line = oneLine(node);
    if (!node.isContainerNode() || indent + before + line.length() <= WIDTH) {
      return line;
    }
    String inner = " ".repeat(indent + 2);
    var parts = new ArrayList<String>();
    if (node.isArray()) {
      node.forEach(element -> parts.add(inner + pretty(element, indent + 2, 0)));
    } else {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        String name = scalar(TextNode.valueOf(member.getKey())) + ": ";
        parts.add(inner + name + pretty(member.getValue(), indent + 2, name.length()));
      }
    }
    String body = String.join(",\n", parts) + "\n" + " ".repeat(indent);
    return node.isArray() ? "[\n" + body + "]" : "{\n" + body + "}";
  }

  private static String oneLine(JsonNode node) {
    var parts = new ArrayList<String>();
    if (node.isArray()) {
      node.forEach(element -> parts.add(oneLine(element)));
      return "[" + String.join(", ", parts) + "]";
    }
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        parts.add(scalar(TextNode.valueOf(member.getKey())) + ": " + oneLine(member.getValue()));
      }
      return "{" + String.join(", ", parts) + "}";
    }
    return scalar(node);
  }

  /** A scalar as JSON. Control characters that JSON allows in strings are escaped, too. */
  private static String scalar(JsonNode node) {
    return CONTROL
        .matcher(node.toString())
        .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)));
  }
}
