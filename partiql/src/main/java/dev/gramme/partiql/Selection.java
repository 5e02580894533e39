package dev.gramme.partiql;

import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Projection;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import dev.gramme.model.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The projection of a SELECT: each path becomes an attribute of the result. The attribute has the
 * last name of the path: {@code child} for {@code m.child}. List indexes belong to the name, as in
 * {@code l[1]}. The steps after a list index keep their structure: {@code l[1].x} gives a map
 * {@code l[1]} with an attribute {@code x} (DynamoDB Local, November 2026). A path without a value
 * is left out.
 */
public final class Selection {
  private final List<DocumentPath> paths;
  private final List<Column> columns;

  /**
   * An attribute of the result.
   *
   * @param place the path of its value
   * @param parts the selected parts of the value, null for all
   */
  private record Column(String name, DocumentPath place, @Nullable Projection parts) {
    @Nullable AttributeValue in(Item item) {
      AttributeValue value = place.in(item);
      if (parts == null) {
        return value;
      }
      Item chosen =
          value instanceof AttributeValue.M(Item entries) ? parts.apply(entries) : Item.empty();
      return chosen.isEmpty() ? null : new AttributeValue.M(chosen);
    }
  }

  private Selection(List<DocumentPath> paths, List<Column> columns) {
    this.paths = paths;
    this.columns = columns;
  }

  /**
   * The selection of paths.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if two results have the same name, or
   *     two paths overlap
   */
  static Selection of(List<DocumentPath> paths) {
    var parts = new LinkedHashMap<DocumentPath, List<DocumentPath>>();
    var whole = new HashSet<DocumentPath>();
    for (DocumentPath path : paths) {
      int end = placeEnd(path.elements());
      var place = new DocumentPath(path.elements().subList(0, end));
      List<DocumentPath> chosen = parts.computeIfAbsent(place, first -> new ArrayList<>());
      if (end < path.elements().size()) {
        chosen.add(new DocumentPath(path.elements().subList(end, path.elements().size())));
      } else if (!whole.add(place)) {
        throw duplicate(name(place));
      }
    }
    refuseOneNameForTwo(parts.keySet());
    List<DocumentPath> disjoint = Projection.of(paths, ExpressionKind.STATEMENT).paths();
    return new Selection(disjoint, parts.entrySet().stream().map(Selection::column).toList());
  }

  private static void refuseOneNameForTwo(Iterable<DocumentPath> places) {
    var names = new HashSet<String>();
    for (DocumentPath place : places) {
      if (!names.add(name(place))) {
        throw duplicate(name(place));
      }
    }
  }

  private static ApiError duplicate(String name) {
    return StatementFaults.of("Duplicate identifiers in select clause: " + name);
  }

  private static Column column(Map.Entry<DocumentPath, List<DocumentPath>> parts) {
    return new Column(
        name(parts.getKey()),
        parts.getKey(),
        parts.getValue().isEmpty()
            ? null
            : Projection.of(parts.getValue(), ExpressionKind.STATEMENT));
  }

  /** The paths, in the order of the statement. */
  public List<DocumentPath> paths() {
    return paths;
  }

  /** The selected parts of an item. */
  public Item apply(Item item) {
    var chosen = Item.builder(columns.size());
    for (Column column : columns) {
      AttributeValue value = column.in(item);
      if (value != null) {
        chosen.put(column.name(), value);
      }
    }
    return chosen.build();
  }

  /** The length of the part of a path that ends with the indexes of its first list. */
  private static int placeEnd(List<Element> path) {
    int end = 0;
    while (end < path.size() && path.get(end) instanceof Element.Name) {
      end++;
    }
    while (end < path.size() && path.get(end) instanceof Element.Index) {
      end++;
    }
    return end;
  }

  /** The last name of a path and the list indexes after it. */
  private static String name(DocumentPath place) {
    var name = new StringBuilder();
    for (Element element : place.elements()) {
      if (element instanceof Element.Name) {
        name.setLength(0);
      }
      name.append(element);
    }
    return name.toString();
  }
}
