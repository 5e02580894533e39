package dev.gramme.partiql;

import dev.gramme.expression.Condition;
import dev.gramme.expression.Operand;
import dev.gramme.expression.UpdateAction;
import dev.gramme.expression.UpdateValue;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats conditions, updates and values as short texts. */
final class Shown {
  private Shown() {}

  static String condition(@Nullable Condition condition) {
    return switch (condition) {
      case null -> "everything";
      case Condition.And and -> joined(and.terms(), " and ");
      case Condition.Or or -> joined(or.terms(), " or ");
      case Condition.Not not -> "not " + condition(not.condition());
      case Condition.Compare compare ->
          operand(compare.left())
              + " "
              + compare.comparison().text()
              + " "
              + operand(compare.right());
      case Condition.Between between ->
          operand(between.operand())
              + " between "
              + operand(between.low())
              + " and "
              + operand(between.high());
      case Condition.In in ->
          operand(in.operand()) + " in " + in.candidates().stream().map(Shown::operand).toList();
      case Condition.AttributeExists exists -> "exists " + exists.path();
      case Condition.AttributeNotExists missing -> "missing " + missing.path();
      case Condition.AttributeTypeIs typed -> operand(typed.operand()) + " is " + typed.type();
      case Condition.BeginsWith begins ->
          operand(begins.operand()) + " begins with " + operand(begins.prefix());
      case Condition.Contains contains ->
          operand(contains.operand()) + " contains " + operand(contains.part());
    };
  }

  static String action(UpdateAction action) {
    return switch (action) {
      case UpdateAction.Set set -> "set " + set.path() + " = " + value(set.value());
      case UpdateAction.Remove remove -> "remove " + remove.path();
      case UpdateAction.Add add -> "add to " + add.path() + " " + value(add.value());
      case UpdateAction.Delete delete ->
          "delete from " + delete.path() + " " + value(delete.members());
    };
  }

  static String item(Item item) {
    return item.attributes().entrySet().stream()
        .map(entry -> entry.getKey() + ": " + value(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  static String value(AttributeValue value) {
    return switch (value) {
      case AttributeValue.S s -> "'" + s.value() + "'";
      case AttributeValue.N n -> DynamoNumber.format(n.value());
      case AttributeValue.B b -> "binary " + b.value();
      case AttributeValue.Bool bool -> Boolean.toString(bool.value());
      case AttributeValue.Null nothing -> "null";
      case AttributeValue.SS set -> "set of strings " + set.members();
      case AttributeValue.NS set -> "set of numbers " + set.members();
      case AttributeValue.BS set -> "set of binaries " + set.members();
      case AttributeValue.L list -> list.elements().stream().map(Shown::value).toList().toString();
      case AttributeValue.M map -> item(map.entries());
    };
  }

  private static String joined(List<Condition> terms, String word) {
    return terms.stream().map(Shown::condition).collect(Collectors.joining(word, "(", ")"));
  }

  private static String operand(Operand operand) {
    return switch (operand) {
      case Operand.Path path -> path.path().toString();
      case Operand.Constant constant -> value(constant.value());
      case Operand.Size size -> "size of " + operand(size.operand());
      case Operand.Truth truth -> "truth of " + condition(truth.condition());
    };
  }

  private static String value(UpdateValue value) {
    return switch (value) {
      case UpdateValue.Path path -> path.path().toString();
      case UpdateValue.Constant constant -> value(constant.value());
      case UpdateValue.Plus plus -> "(" + value(plus.left()) + " + " + value(plus.right()) + ")";
      case UpdateValue.Minus minus ->
          "(" + value(minus.left()) + " - " + value(minus.right()) + ")";
      case UpdateValue.IfNotExists otherwise ->
          otherwise.path() + " or else " + value(otherwise.otherwise());
      case UpdateValue.ListAppend append ->
          value(append.first()) + " followed by " + value(append.second());
    };
  }
}
