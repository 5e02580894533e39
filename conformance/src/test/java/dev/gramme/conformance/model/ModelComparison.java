package dev.gramme.conformance.model;

import dev.gramme.conformance.model.PublishedModel.Target;
import dev.gramme.model.Wording;
import dev.gramme.wire.Bounds;
import dev.gramme.wire.ListShape;
import dev.gramme.wire.MapShape;
import dev.gramme.wire.Member;
import dev.gramme.wire.NumberShape;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import dev.gramme.wire.StructureShape;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares the input of an operation in the published model with Gramme's shapes, member by member.
 * Attribute values and items are not descended into.
 */
final class ModelComparison {
  /** Paths of members that only the model has. */
  final List<String> missing = new ArrayList<>();

  /** Paths of members that only the shape has. */
  final List<String> unknown = new ArrayList<>();

  /** Different constraints, as {@code path: what: model's; ours}. */
  final List<String> constraints = new ArrayList<>();

  ModelComparison(String operation, Target model, StructureShape ours) {
    structure(operation, model, ours);
  }

  private void structure(String path, Target model, StructureShape ours) {
    Map<String, Member<?>> members = new HashMap<>();
    ours.members().forEach(member -> members.put(member.name(), member));
    model
        .members()
        .forEach((name, target) -> {
          String at = path + "." + name;
          Member<?> member = members.remove(name);
          if (member == null) {
            missing.add(at);
            return;
          }
          compare(at, "required", target.isRequired(), member.isRequired());
          value(at, target, member.shape());
        });
    members.keySet().forEach(name -> unknown.add(path + "." + name));
  }

  private void value(String path, Target model, Shape<?> ours) {
    switch (ours) {
      case StructureShape structure -> {
        if (isType(path, model, "structure", "union")) {
          structure(path, model, structure);
        }
      }
      case ListShape<?> list -> {
        if (isType(path, model, "list")) {
          bounds(path, "size", model.bounds("length"), list.size());
          value(path + "[]", model.part("member"), list.element());
        }
      }
      case MapShape<?> map -> {
        if (isType(path, model, "map")) {
          bounds(path, "size", model.bounds("length"), map.size());
          value(path + "{key}", model.part("key"), map.key());
          value(path + "{}", model.part("value"), map.value());
        }
      }
      case StringShape string -> string(path, model, string);
      case NumberShape<?> number -> {
        if (isType(path, model, "integer", "long", "double")) {
          bounds(path, "range", model.bounds("range"), number.range());
        }
      }
      case Shape.ItemShape item -> isType(path, model, "map");
      case Shape.AttributeValueShape value -> isType(path, model, "union");
      case Shape.BooleanShape bool -> isType(path, model, "boolean");
      case Shape.BlobShape blob -> isType(path, model, "blob");
      case Shape.TimestampShape timestamp -> isType(path, model, "timestamp");
    }
  }

  private void string(String path, Target model, StringShape ours) {
    if (!isType(path, model, "string", "enum")) {
      return;
    }
    bounds(path, "length", model.bounds("length"), ours.length());
    compare(path, "pattern", model.pattern(), ours.pattern());
    compare(path, "values", model.values(), ours.values().stream().sorted().toList());
  }

  private boolean isType(String path, Target model, String... expected) {
    boolean matches = List.of(expected).contains(model.type());
    if (!matches) {
      constraints.add(path + ": type: " + model.type() + "; " + String.join(" or ", expected));
    }
    return matches;
  }

  /** The model may have the bounds of either wording. */
  private void bounds(
      String path, String what, @Nullable Map<String, @Nullable Object> model, Bounds ours) {
    String wanted = model == null ? "" : text(model.get("min")) + ".." + text(model.get("max"));
    Predicate<Wording> same = wording -> text(ours, wording).equals(wanted);
    if (!same.test(Wording.CLASSIC) && !same.test(Wording.CURRENT)) {
      compare(path, what, wanted, text(ours, Wording.CLASSIC));
    }
  }

  private static String text(Bounds bounds, Wording wording) {
    boolean least = bounds.hasMin(wording);
    boolean most = bounds.hasMax(wording);
    if (!least && !most) {
      return "";
    }
    return (least ? bounds.min(wording) : "") + ".." + (most ? bounds.max(wording) : "");
  }

  private static String text(@Nullable Object bound) {
    return bound instanceof BigDecimal number ? number.toPlainString() : "";
  }

  private void compare(String path, String what, @Nullable Object model, @Nullable Object ours) {
    if (model == null ? ours != null : !model.equals(ours)) {
      constraints.add(path + ": " + what + ": " + model + "; " + ours);
    }
  }
}
