package dev.gramme.partiql;

import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.expression.KeyCondition;
import dev.gramme.expression.KeyRange;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Wording;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The read of one alternative of a WHERE clause: a part of one partition, and a filter on its
 * items.
 *
 * @param range the part of the partition
 * @param filter the conditions that the range does not cover, null for none
 */
record KeyedRead(KeyRange range, RowRange rows, @Nullable Condition filter) {

  /**
   * Returns the read of an alternative. The service reads by key only if there is one condition on
   * each key attribute, which may be repeated. Two bounds, an equality with a bound, or a negation
   * cause a Scan (September 2026).
   *
   * @param alone whether the WHERE clause has neither OR nor IN on a key
   * @return null if the alternative does not fix the partition, or has several conditions on one
   *     key attribute
   */
  static @Nullable KeyedRead of(
      List<Condition> terms, TableDefinition table, @Nullable SecondaryIndex index, boolean alone) {
    KeySchema key = index == null ? table.key() : index.key();
    for (KeyAttribute attribute : key.attributes()) {
      if (hasSeveralConditions(attribute.name(), terms)) {
        return null;
      }
    }
    var rest = new ArrayList<>(terms);
    var keyTerms = new ArrayList<KeyCondition.Term>();
    for (KeyAttribute attribute : key.hash()) {
      KeyCondition.Term term = take(attribute.name(), rest);
      if (term == null || term.operator() != KeyCondition.Operator.EQ) {
        return null;
      }
      keyTerms.add(term);
    }
    for (KeyAttribute attribute : key.range()) {
      KeyCondition.Term term = take(attribute.name(), rest);
      if (term != null) {
        keyTerms.add(term);
      }
      if (term == null || term.operator() != KeyCondition.Operator.EQ) {
        break;
      }
    }
    if (!alone) {
      checkTypes(keyTerms, key);
    }
    KeyRange range =
        new KeyCondition(keyTerms, false, Wording.CLASSIC).resolve(key.hash(), key.range());
    KeyRules.checkSizes(key, values(key, range));
    return new KeyedRead(range, RowRange.ofQuery(table, index, range), Terms.all(rest));
  }

  private static boolean hasSeveralConditions(String attribute, List<Condition> terms) {
    KeyCondition.Term first = null;
    for (Condition condition : terms) {
      if (isNegative(condition, attribute)) {
        return true;
      }
      KeyCondition.Term term = Terms.keyTerm(condition);
      if (term != null && term.attribute().equals(attribute)) {
        if (first != null && !first.equals(term)) {
          return true;
        }
        first = term;
      }
    }
    return false;
  }

  private static boolean isNegative(Condition term, String attribute) {
    boolean negative =
        term instanceof Condition.Not
            || (term instanceof Condition.Compare compare && compare.comparison() == Comparison.NE);
    return negative && term.attributes().contains(attribute);
  }

  /** Removes the condition on an attribute and its repetitions from the terms, and returns it. */
  private static KeyCondition.@Nullable Term take(String attribute, List<Condition> terms) {
    KeyCondition.Term taken = null;
    for (var rest = terms.iterator(); rest.hasNext(); ) {
      KeyCondition.Term term = Terms.keyTerm(rest.next());
      if (term != null && term.attribute().equals(attribute)) {
        taken = term;
        rest.remove();
      }
    }
    return taken;
  }

  /**
   * Checks the types of key values. A WHERE clause without OR and IN has the error of key
   * conditions instead.
   */
  private static void checkTypes(List<KeyCondition.Term> keyTerms, KeySchema key) {
    for (KeyAttribute attribute : key.attributes()) {
      for (KeyCondition.Term term : keyTerms) {
        if (term.attribute().equals(attribute.name())
            && term.values().stream().anyMatch(value -> value.type() != attribute.type())) {
          throw StatementFaults.of(
              "Key attribute's data type should match its data type in table's schema: Key "
                  + attribute.name());
        }
      }
    }
  }

  /** The values that the conditions require the key attributes to equal. */
  static Item values(KeySchema key, KeyRange range) {
    var values = Item.builder();
    for (int i = 0; i < range.hash().size(); i++) {
      values.put(key.hash().get(i).name(), range.hash().get(i));
    }
    for (int i = 0; i < range.range().size(); i++) {
      values.put(key.range().get(i).name(), range.range().get(i));
    }
    return values.build();
  }
}
