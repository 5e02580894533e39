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
 * One of the alternatives of a WHERE clause: a part of one partition, and what is asked of the
 * items there.
 *
 * @param range the part of the partition
 * @param filter what the range does not see to already, null for nothing
 */
record KeyedRead(KeyRange range, RowRange rows, @Nullable Condition filter) {

  /**
   * The read of an alternative. The service reads by key only where each key attribute has one
   * condition, which may be repeated: two bounds, an equality with a bound or what the attribute is
   * not make a Scan of it (September 2026).
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
    var asked = new ArrayList<KeyCondition.Term>();
    for (KeyAttribute attribute : key.hash()) {
      KeyCondition.Term term = take(attribute.name(), rest);
      if (term == null || term.operator() != KeyCondition.Operator.EQ) {
        return null;
      }
      asked.add(term);
    }
    for (KeyAttribute attribute : key.range()) {
      KeyCondition.Term term = take(attribute.name(), rest);
      if (term != null) {
        asked.add(term);
      }
      if (term == null || term.operator() != KeyCondition.Operator.EQ) {
        break;
      }
    }
    if (!alone) {
      checkTypes(asked, key);
    }
    KeyRange range =
        new KeyCondition(asked, false, Wording.CLASSIC).resolve(key.hash(), key.range());
    KeyRules.checkSizes(key, values(key, range));
    return new KeyedRead(range, RowRange.ofQuery(table, index, range), Terms.all(rest));
  }

  private static boolean hasSeveralConditions(String attribute, List<Condition> terms) {
    KeyCondition.Term first = null;
    for (Condition condition : terms) {
      if (saysWhatItIsNot(condition, attribute)) {
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

  private static boolean saysWhatItIsNot(Condition term, String attribute) {
    boolean negative =
        term instanceof Condition.Not
            || (term instanceof Condition.Compare compare && compare.comparison() == Comparison.NE);
    return negative && term.attributes().contains(attribute);
  }

  /** Takes the condition on an attribute out of the terms, as often as it is repeated. */
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

  /** A WHERE clause without OR and IN has the error of key conditions. */
  private static void checkTypes(List<KeyCondition.Term> asked, KeySchema key) {
    for (KeyAttribute attribute : key.attributes()) {
      for (KeyCondition.Term term : asked) {
        if (term.attribute().equals(attribute.name())
            && term.values().stream().anyMatch(value -> value.type() != attribute.type())) {
          throw StatementFaults.of(
              "Key attribute's data type should match its data type in table's schema: Key "
                  + attribute.name());
        }
      }
    }
  }

  /** The values that the key attributes equal. */
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
