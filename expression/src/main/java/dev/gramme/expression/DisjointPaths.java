package dev.gramme.expression;

import dev.gramme.model.ApiError;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The paths of a projection or an update. No path leads to a part of another one, and no two paths
 * use the same value both as a map and as a list.
 */
final class DisjointPaths {
  /** The two ways in which paths are incompatible. */
  private enum Clash {
    OVERLAP("overlap"),
    CONFLICT("conflict");

    private final String verb;

    Clash(String verb) {
      this.verb = verb;
    }
  }

  private final List<DocumentPath> paths;

  /** Null if all paths are top-level attributes. */
  private final @Nullable PathTree tree;

  private DisjointPaths(List<DocumentPath> paths, @Nullable PathTree tree) {
    this.paths = paths;
    this.tree = tree;
  }

  /**
   * Checks the paths.
   *
   * @throws ApiError a ValidationException that names the first two that overlap, else the first
   *     two that conflict
   */
  static DisjointPaths of(List<DocumentPath> paths, ExpressionKind kind) {
    boolean topLevel = paths.stream().allMatch(DocumentPath::isTopLevel);
    PathTree tree = topLevel ? null : new PathTree();
    var names = new HashSet<String>();
    ApiError conflict = null;
    for (int i = 0; i < paths.size(); i++) {
      DocumentPath path = paths.get(i);
      boolean apart = tree == null ? names.add(path.attribute()) : tree.add(path, i);
      if (apart) {
        continue;
      }
      // An overlap is reported before a conflict, even if the conflict is earlier in the text.
      ApiError overlap = clash(paths, i, Clash.OVERLAP, kind);
      if (overlap != null) {
        throw overlap;
      }
      conflict = conflict == null ? clash(paths, i, Clash.CONFLICT, kind) : conflict;
    }
    if (conflict != null) {
      throw conflict;
    }
    return new DisjointPaths(List.copyOf(paths), tree);
  }

  /** The paths in the order of the text. */
  List<DocumentPath> paths() {
    return paths;
  }

  /** The paths as a tree; null if all are top-level attributes. */
  @Nullable PathTree tree() {
    return tree;
  }

  /**
   * The error that a path is incompatible with an earlier one in the wanted way; null if there is
   * none. It names the first such path.
   */
  private static @Nullable ApiError clash(
      List<DocumentPath> paths, int later, Clash wanted, ExpressionKind kind) {
    for (int earlier = 0; earlier < later; earlier++) {
      if (clash(paths.get(earlier), paths.get(later)) == wanted) {
        return kind.invalid(
            "Two document paths "
                + wanted.verb
                + " with each other; must remove or rewrite one of these paths; path one: "
                + paths.get(earlier)
                + ", path two: "
                + paths.get(later));
      }
    }
    return null;
  }

  private static @Nullable Clash clash(DocumentPath one, DocumentPath two) {
    List<Element> a = one.elements();
    List<Element> b = two.elements();
    int common = Math.min(a.size(), b.size());
    for (int i = 0; i < common; i++) {
      if (!a.get(i).equals(b.get(i))) {
        return a.get(i).getClass() == b.get(i).getClass() ? null : Clash.CONFLICT;
      }
    }
    return Clash.OVERLAP;
  }
}
