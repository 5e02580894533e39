package dev.gramme.partiql;

import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Projection;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import dev.gramme.model.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * What SELECT makes of an item: each path becomes an attribute that is named by the path's last
 * name. Paths that lead nowhere are left out.
 */
public final class Selection {
  private final List<DocumentPath> paths;
  private final List<String> names;

  private Selection(List<DocumentPath> paths, List<String> names) {
    this.paths = paths;
    this.names = names;
  }

  /**
   * The selection of paths.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if two results have one name, or two
   *     paths overlap
   */
  static Selection of(List<DocumentPath> paths) {
    var names = new ArrayList<String>(paths.size());
    var seen = new HashSet<String>();
    for (DocumentPath path : paths) {
      String name = name(path);
      if (!seen.add(name)) {
        throw StatementFaults.of("Duplicate identifiers in select clause: " + name);
      }
      names.add(name);
    }
    return new Selection(
        Projection.of(paths, ExpressionKind.STATEMENT).paths(), List.copyOf(names));
  }

  /** The paths, in written order. */
  public List<DocumentPath> paths() {
    return paths;
  }

  /** The chosen parts of an item. */
  public Item apply(Item item) {
    var chosen = Item.builder(paths.size());
    for (int i = 0; i < paths.size(); i++) {
      AttributeValue value = paths.get(i).in(item);
      if (value != null) {
        chosen.put(names.get(i), value);
      }
    }
    return chosen.build();
  }

  /** The last name of a path and the positions behind it. */
  private static String name(DocumentPath path) {
    int from = path.elements().size() - 1;
    while (!(path.elements().get(from) instanceof Element.Name)) {
      from--;
    }
    var name = new StringBuilder();
    for (Element element : path.elements().subList(from, path.elements().size())) {
      name.append(element);
    }
    return name.toString();
  }
}
