package dev.gramme.expression;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import dev.gramme.model.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A tree of disjoint paths. With it an item is projected or changed in one traversal, so that list
 * positions refer to the unchanged list even if elements of the same list are removed.
 */
final class PathTree {
  private static final int INNER = -1;

  /** A node: the end of a path, a map with names, or a list with positions. */
  private static final class Node {
    private int ordinal = INNER;
    private final Map<String, Node> names = new LinkedHashMap<>(4);
    private final TreeMap<Integer, Node> positions = new TreeMap<>();

    boolean isEnd() {
      return ordinal != INNER;
    }

    /** The node that a step leads to. It is added if it does not exist. */
    Node child(Element element) {
      if (element instanceof Element.Name name) {
        return names.computeIfAbsent(name.name(), n -> new Node());
      }
      var index = (Element.Index) element;
      return positions.computeIfAbsent(index.position(), p -> new Node());
    }
  }

  private final Node root = new Node();

  /**
   * Adds a path.
   *
   * @param ordinal the number of the path
   * @return false if it overlaps or conflicts with a path that was added before
   */
  boolean add(DocumentPath path, int ordinal) {
    Node node = root;
    for (Element element : path.elements()) {
      if (node.isEnd()) {
        return false;
      }
      Node parent = node;
      node = parent.child(element);
      if (!parent.positions.isEmpty() && !parent.names.isEmpty()) {
        return false;
      }
    }
    boolean free = !node.isEnd() && node.names.isEmpty() && node.positions.isEmpty();
    node.ordinal = ordinal;
    return free;
  }

  /** The parts of the item at the paths. Lists contain only the selected elements. */
  Item project(Item item) {
    return project(root, item);
  }

  /**
   * The item with new values at the paths. The index of a value is the ordinal of its path, and
   * null removes the value at the path. Values at positions past the end of a list are appended.
   * The parents of new values must exist.
   */
  Item replace(Item item, @Nullable AttributeValue[] values) {
    return replace(root, item, values);
  }

  private static Item project(Node node, Item item) {
    var result = Item.builder(node.names.size());
    for (var entry : node.names.entrySet()) {
      AttributeValue value = item.get(entry.getKey());
      AttributeValue part = value == null ? null : project(entry.getValue(), value);
      if (part != null) {
        result.put(entry.getKey(), part);
      }
    }
    return result.build();
  }

  private static @Nullable AttributeValue project(Node node, AttributeValue value) {
    if (node.isEnd()) {
      return value;
    }
    if (value instanceof AttributeValue.M map && !node.names.isEmpty()) {
      Item part = project(node, map.entries());
      return part.isEmpty() ? null : new AttributeValue.M(part);
    }
    if (value instanceof AttributeValue.L list && !node.positions.isEmpty()) {
      var elements = new ArrayList<AttributeValue>(node.positions.size());
      for (var entry : node.positions.headMap(list.elements().size()).entrySet()) {
        AttributeValue part = project(entry.getValue(), list.elements().get(entry.getKey()));
        if (part != null) {
          elements.add(part);
        }
      }
      return elements.isEmpty() ? null : new AttributeValue.L(elements);
    }
    return null;
  }

  private static Item replace(Node node, Item item, @Nullable AttributeValue[] values) {
    Item.Builder result = item.toBuilder();
    for (var entry : node.names.entrySet()) {
      String name = entry.getKey();
      AttributeValue value = replace(entry.getValue(), item.get(name), values);
      if (value == null) {
        result.remove(name);
      } else {
        result.put(name, value);
      }
    }
    return result.build();
  }

  private static AttributeValue replace(
      Node node, List<AttributeValue> elements, @Nullable AttributeValue[] values) {
    var result = new ArrayList<AttributeValue>(elements.size() + node.positions.size());
    int copied = 0;
    for (var entry : node.positions.entrySet()) {
      int position = Math.min(entry.getKey(), elements.size());
      result.addAll(elements.subList(copied, position));
      boolean exists = position < elements.size();
      copied = exists ? position + 1 : position;
      AttributeValue value =
          replace(entry.getValue(), exists ? elements.get(position) : null, values);
      if (value != null) {
        result.add(value);
      }
    }
    result.addAll(elements.subList(copied, elements.size()));
    return new AttributeValue.L(result);
  }

  private static @Nullable AttributeValue replace(
      Node node, @Nullable AttributeValue value, @Nullable AttributeValue[] values) {
    if (node.isEnd()) {
      return values[node.ordinal];
    }
    if (value instanceof AttributeValue.M map && node.positions.isEmpty()) {
      return new AttributeValue.M(replace(node, map.entries(), values));
    }
    if (value instanceof AttributeValue.L list && node.names.isEmpty()) {
      return replace(node, list.elements(), values);
    }
    // Only a removal can have a missing or unsuitable parent; it then changes nothing.
    return value;
  }
}
