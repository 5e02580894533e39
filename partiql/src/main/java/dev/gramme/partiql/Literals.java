package dev.gramme.partiql;

import dev.gramme.model.AttributeValue;
import dev.gramme.partiql.Term.TupleOf.Entry;
import java.util.List;

/** Checks the range of all numerals in a term and how deep its literals nest, and nothing else. */
final class Literals {
  private Literals() {}

  static void check(Term... terms) {
    for (Term term : terms) {
      check(term, Place.ROOT);
    }
  }

  private static void check(Term term, Place place) {
    place.checkDepth();
    switch (term) {
      case Term.Numeral numeral -> Values.number(numeral, place);
      case Term.ListOf list -> {
        for (int i = 0; i < list.elements().size(); i++) {
          check(list.elements().get(i), place.element(i));
        }
      }
      case Term.BagOf bag -> bag.elements().forEach(element -> check(element, place));
      case Term.TupleOf tuple -> tuple.entries().forEach(entry -> check(entry, place));
      case Term.In(Term operand, Term.ListOf candidates, Position at) -> {
        check(operand);
        check(candidates.elements());
      }
      case Term.In in -> check(in.operand(), in.candidates());
      case Term.Call call -> check(call.arguments());
      case Term.Signed signed -> check(signed.operand());
      case Term.Arithmetic sum -> check(sum.left(), sum.right());
      case Term.Compare compare -> check(compare.left(), compare.right());
      case Term.Between between -> check(between.operand(), between.low(), between.high());
      case Term.Is is -> check(is.operand());
      case Term.And and -> check(and.terms());
      case Term.Or or -> check(or.terms());
      case Term.Not not -> check(not.term());
      case Term.Literal literal -> {}
      case Term.Parameter parameter -> {}
      case Term.Path path -> {}
      case Term.Missing missing -> {}
      case Term.Star star -> {}
    }
  }

  private static void check(List<Term> terms) {
    terms.forEach(term -> check(term, Place.ROOT));
  }

  private static void check(Entry entry, Place place) {
    check(
        entry.value(),
        entry.name() instanceof Term.Literal(AttributeValue.S(String name), Position at)
            ? place.entry(name)
            : place);
  }
}
