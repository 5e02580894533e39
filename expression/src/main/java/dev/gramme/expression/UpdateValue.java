package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The value of a SET action. Paths read the item before the update. */
public sealed interface UpdateValue {
  /** The type of the value, null if it depends on the item. */
  @Nullable AttributeType fixedType();

  /** Appends the paths that the value reads. */
  void addPaths(List<DocumentPath> paths);

  /** The value at a path. */
  record Path(DocumentPath path) implements UpdateValue {
    @Override
    public @Nullable AttributeType fixedType() {
      return null;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      paths.add(path);
    }
  }

  /** A value from the request. */
  record Constant(AttributeValue value) implements UpdateValue {
    @Override
    public AttributeType fixedType() {
      return value.type();
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {}
  }

  /** The sum of two numbers. */
  record Plus(UpdateValue left, UpdateValue right) implements UpdateValue {
    @Override
    public AttributeType fixedType() {
      return AttributeType.N;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      left.addPaths(paths);
      right.addPaths(paths);
    }
  }

  /** The difference of two numbers. */
  record Minus(UpdateValue left, UpdateValue right) implements UpdateValue {
    @Override
    public AttributeType fixedType() {
      return AttributeType.N;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      left.addPaths(paths);
      right.addPaths(paths);
    }
  }

  /** The value at a path, or another value if the path has none. */
  record IfNotExists(DocumentPath path, UpdateValue otherwise) implements UpdateValue {
    @Override
    public @Nullable AttributeType fixedType() {
      return null;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      paths.add(path);
      otherwise.addPaths(paths);
    }
  }

  /** The concatenation of two lists. */
  record ListAppend(UpdateValue first, UpdateValue second) implements UpdateValue {
    @Override
    public AttributeType fixedType() {
      return AttributeType.L;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      first.addPaths(paths);
      second.addPaths(paths);
    }
  }
}
