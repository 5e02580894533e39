package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The value of a SET action. Paths read the item before the update. */
public sealed interface UpdateValue {
  /** The value at a path. */
  record Path(DocumentPath path) implements UpdateValue {}

  /** A value from the request. */
  record Constant(AttributeValue value) implements UpdateValue {}

  /** The sum of two numbers. */
  record Plus(UpdateValue left, UpdateValue right) implements UpdateValue {}

  /** The difference of two numbers. */
  record Minus(UpdateValue left, UpdateValue right) implements UpdateValue {}

  /** The value at a path, or another value if the path has none. */
  record IfNotExists(DocumentPath path, UpdateValue otherwise) implements UpdateValue {}

  /** The concatenation of two lists. */
  record ListAppend(UpdateValue first, UpdateValue second) implements UpdateValue {}

  /** The type of the value, null if it depends on the item. */
  default @Nullable AttributeType fixedType() {
    return switch (this) {
      case Path path -> null;
      case Constant constant -> constant.value.type();
      case Plus plus -> AttributeType.N;
      case Minus minus -> AttributeType.N;
      case IfNotExists ifNotExists -> null;
      case ListAppend listAppend -> AttributeType.L;
    };
  }

  /** Appends the paths that the value reads. */
  default void addPaths(List<DocumentPath> paths) {
    switch (this) {
      case Path path -> paths.add(path.path);
      case Constant constant -> {}
      case Plus plus -> addPaths(paths, plus.left, plus.right);
      case Minus minus -> addPaths(paths, minus.left, minus.right);
      case IfNotExists ifNotExists -> {
        paths.add(ifNotExists.path);
        ifNotExists.otherwise.addPaths(paths);
      }
      case ListAppend append -> addPaths(paths, append.first, append.second);
    }
  }

  private static void addPaths(List<DocumentPath> paths, UpdateValue one, UpdateValue two) {
    one.addPaths(paths);
    two.addPaths(paths);
  }
}
