package dev.gramme.expression;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import dev.gramme.model.budget.RequestBudget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The parts of items that a request selects. */
public final class Projection {
  private enum Rank {
    UNDEFINED
  }

  private final DisjointPaths paths;

  Projection(DisjointPaths paths) {
    this.paths = paths;
  }

  /**
   * Parses and binds a projection expression.
   *
   * @throws ApiError a ValidationException if it is not valid
   */
  public static Projection parse(String text, Placeholders placeholders) {
    List<Syntax.Path> written = PathParser.parse(text);
    var binder = new Binder(ExpressionKind.PROJECTION, placeholders);
    var paths = new ArrayList<DocumentPath>(written.size());
    for (Syntax.Path path : written) {
      paths.add(binder.path(path, Rank.UNDEFINED));
    }
    binder.finish();
    return new Projection(DisjointPaths.of(paths, ExpressionKind.PROJECTION));
  }

  /**
   * The projection of the legacy parameter AttributesToGet, which has literal names of top-level
   * attributes.
   *
   * @throws ApiError a ValidationException if a name occurs twice
   */
  public static Projection ofAttributes(List<String> names) {
    var seen = new HashSet<String>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw ApiError.validation(
            "One or more parameter values were invalid: Duplicate value in attribute name: "
                + name);
      }
    }
    return new Projection(
        DisjointPaths.of(names.stream().map(DocumentPath::of).toList(), ExpressionKind.PROJECTION));
  }

  /**
   * A projection to these paths.
   *
   * @throws ApiError a ValidationException if two of them overlap
   */
  public static Projection of(List<DocumentPath> paths, ExpressionKind kind) {
    return new Projection(DisjointPaths.of(paths, kind));
  }

  /** The paths, in the order of the text. */
  public List<DocumentPath> paths() {
    return paths.paths();
  }

  /**
   * The selected parts of an item. Maps contain only the selected names, and lists only the
   * selected elements, in their order. The result is empty if the item has none of them.
   */
  public Item apply(Item item) {
    return apply(item, RequestBudget.unlimited());
  }

  /** The selected parts of an item. The budget is charged one step for each path. */
  public Item apply(Item item, RequestBudget budget) {
    budget.spend(paths().size());
    PathTree tree = paths.tree();
    if (tree != null) {
      return tree.project(item);
    }
    var result = Item.builder(paths().size());
    for (DocumentPath path : paths()) {
      AttributeValue value = item.get(path.attribute());
      if (value != null) {
        result.put(path.attribute(), value);
      }
    }
    return result.build();
  }
}
