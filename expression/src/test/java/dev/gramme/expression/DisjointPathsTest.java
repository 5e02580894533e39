package dev.gramme.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.ApiError;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import dev.gramme.testkit.Gen;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compares the two paths that an error names with the result of comparing all pairs of paths. */
class DisjointPathsTest {
  private static DocumentPath path(Gen gen) {
    var path = DocumentPath.of(gen.oneOf("a", "b", "c", "d"));
    for (int i = gen.between(0, 3); i > 0; i--) {
      path =
          path.then(
              gen.chance(60)
                  ? new Element.Name(gen.oneOf("a", "b"))
                  : new Element.Index(gen.nextInt(3)));
    }
    return path;
  }

  private static Optional<String> expected(List<DocumentPath> paths) {
    for (String wanted : List.of("overlap", "conflict")) {
      for (int later = 1; later < paths.size(); later++) {
        for (int earlier = 0; earlier < later; earlier++) {
          if (clash(paths.get(earlier).elements(), paths.get(later).elements()).equals(wanted)) {
            return Optional.of(
                "Two document paths "
                    + wanted
                    + " with each other; must remove or rewrite one of these paths; path one: "
                    + paths.get(earlier)
                    + ", path two: "
                    + paths.get(later));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static String clash(List<Element> one, List<Element> two) {
    for (int i = 0; i < Math.min(one.size(), two.size()); i++) {
      if (!one.get(i).equals(two.get(i))) {
        return one.get(i).getClass() == two.get(i).getClass() ? "" : "conflict";
      }
    }
    return "overlap";
  }

  @Test
  void the_error_names_the_first_two_that_overlap_else_the_first_two_that_conflict() {
    Gen.forAll(
        20_000,
        gen -> {
          List<DocumentPath> paths = gen.listOf(1, 5, () -> path(gen));
          assertThat(error(paths)).as(paths.toString()).endsWith(expected(paths).orElse("none"));
        });
  }

  private static String error(List<DocumentPath> paths) {
    try {
      DisjointPaths.of(paths, ExpressionKind.PROJECTION);
      return "none";
    } catch (ApiError error) {
      return error.text().orElse("");
    }
  }
}
