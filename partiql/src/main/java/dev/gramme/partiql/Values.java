package dev.gramme.partiql;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.partiql.Term.TupleOf.Entry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Converts literals and parameters to attribute values. Most errors name the position within the
 * value; those about a bag's member types do not. The service allows no parameters inside literals
 * (September 2026).
 */
final class Values {
  private static final String NOT_FOR_BAGS =
      "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags";

  private final List<AttributeValue> parameters;

  Values(List<AttributeValue> parameters) {
    this.parameters = parameters;
  }

  /** Whether the term is a parameter or a literal; the parts of a literal are not checked. */
  static boolean isValue(Term term) {
    return switch (term) {
      case Term.Literal literal -> true;
      case Term.Numeral numeral -> true;
      case Term.Parameter parameter -> true;
      case Term.ListOf list -> true;
      case Term.BagOf bag -> true;
      case Term.TupleOf tuple -> true;
      default -> false;
    };
  }

  /** The value of a literal or parameter. */
  AttributeValue of(Term term) {
    return of(term, Place.ROOT);
  }

  /** The item of a tuple; error messages use each attribute as a root. */
  Item item(Term.TupleOf tuple) {
    return entries(tuple, Place.ROOT, true);
  }

  private AttributeValue of(Term term, Place place) {
    place.checkDepth();
    return switch (term) {
      case Term.Literal literal -> literal.value();
      case Term.Numeral numeral -> new AttributeValue.N(number(numeral, place));
      case Term.Parameter parameter when place.depth() == 0 -> parameters.get(parameter.ordinal());
      case Term.ListOf list -> list(list, place);
      case Term.TupleOf tuple -> new AttributeValue.M(entries(tuple, place, false));
      case Term.BagOf bag -> set(bag, place);
      default -> throw unsupported(term, place);
    };
  }

  /** The value of a numeral at a position. */
  static BigDecimal number(Term.Numeral numeral, Place place) {
    try {
      return DynamoNumber.parse(numeral.text());
    } catch (ApiError fault) {
      throw fault.withText(fault.text().orElse("") + " under " + place);
    }
  }

  private static ApiError unsupported(Term term, Place place) {
    return StatementFaults.at(
        "Unsupported data type: " + term.kindName() + " under key " + place, term.at());
  }

  private AttributeValue list(Term.ListOf list, Place place) {
    var elements = new ArrayList<AttributeValue>(list.elements().size());
    for (Term element : list.elements()) {
      elements.add(of(element, place.element(elements.size())));
    }
    return new AttributeValue.L(elements);
  }

  private Item entries(Term.TupleOf tuple, Place place, boolean isItem) {
    var item = Item.builder(tuple.entries().size());
    for (Entry entry : tuple.entries()) {
      if (!(entry.name() instanceof Term.Literal(AttributeValue.S(String name), Position at))) {
        throw StatementFaults.at(
            "Tuple keys must be of type String. Actual type: "
                + entry.name().kindName()
                + " under "
                + place,
            entry.name().at());
      }
      if (item.get(name) != null) {
        throw StatementFaults.at(
            "Duplicate keys in tuple. Key: " + name + " under " + place, entry.name().at());
      }
      item.put(name, of(entry.value(), isItem ? place : place.entry(name)));
    }
    return item.build();
  }

  private AttributeValue set(Term.BagOf bag, Place place) {
    if (bag.elements().isEmpty()) {
      throw StatementFaults.of("Empty bags are not supported");
    }
    var strings = new ArrayList<String>();
    var numbers = new ArrayList<BigDecimal>();
    for (Term element : bag.elements()) {
      boolean first = strings.isEmpty() && numbers.isEmpty();
      if (element instanceof Term.Parameter && !first) {
        throw unsupported(element, place);
      }
      boolean literal = isValue(element) && !(element instanceof Term.Parameter);
      switch (literal ? of(element, place) : AttributeValue.Null.NULL) {
        case AttributeValue.S(String value) -> strings.add(value);
        case AttributeValue.N(BigDecimal value) -> numbers.add(value);
        default -> throw StatementFaults.at(NOT_FOR_BAGS, element.at());
      }
    }
    if (!strings.isEmpty() && !numbers.isEmpty()) {
      throw StatementFaults.of(NOT_FOR_BAGS);
    }
    refuseDuplicates(bag, strings.isEmpty() ? numbers : strings, strings.isEmpty(), place);
    return strings.isEmpty() ? new AttributeValue.NS(numbers) : new AttributeValue.SS(strings);
  }

  /** The error shows the numbers of a bag as written in the statement. */
  private static void refuseDuplicates(
      Term.BagOf bag, List<?> members, boolean numbers, Place place) {
    if (new HashSet<>(members).size() == members.size()) {
      return;
    }
    var shown = new ArrayList<String>(members.size());
    for (int i = 0; i < members.size(); i++) {
      shown.add(
          bag.elements().get(i) instanceof Term.Numeral(String text, Position at)
              ? text
              : members.get(i).toString());
    }
    throw StatementFaults.of(
        "One or more parameter values were invalid: Input collection "
            + shown
            + (numbers ? " contains duplicates! under " + place : " contains duplicates."));
  }
}
