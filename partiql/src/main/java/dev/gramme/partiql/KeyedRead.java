package dev.gramme.partiql;

import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.expression.KeyCondition;
import dev.gramme.expression.KeyRange;
import dev.gramme.model.AttributeValue;
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
 * @param terms all that the alternative asks
 * @param range the part of the partition
 * @param filter what the range does not see to already, null for nothing
 * @param exempt whether it may overlap with others: it says what the sort key is not
 */
record KeyedRead(
    List<Condition> terms,
    KeyRange range,
    RowRange rows,
    @Nullable Condition filter,
    boolean exempt) {

  /** The read of an alternative; null if it does not fix the partition. */
  static @Nullable KeyedRead of(
      List<Condition> terms, TableDefinition table, @Nullable SecondaryIndex index) {
    KeySchema key = index == null ? table.key() : index.key();
    var rest = new ArrayList<>(terms);
    var asked = new ArrayList<KeyCondition.Term>();
    for (KeyAttribute attribute : key.hash()) {
      KeyCondition.Term equality = takeEquality(attribute.name(), rest);
      if (equality == null) {
        return null;
      }
      asked.add(equality);
    }
    for (KeyAttribute attribute : key.range()) {
      KeyCondition.Term equality = takeEquality(attribute.name(), rest);
      if (equality == null) {
        takeRange(attribute.name(), rest, asked);
        break;
      }
      asked.add(equality);
    }
    KeyRange range =
        new KeyCondition(asked, false, Wording.CLASSIC).resolve(key.hash(), key.range());
    KeyRules.checkSizes(key, values(key, range));
    return new KeyedRead(
        terms,
        range,
        RowRange.ofQuery(table, index, range),
        Terms.all(rest),
        terms.stream().anyMatch(term -> saysWhatItIsNot(term, key)));
  }

  /** The whole partition of several reads, with what any of them asks as filter. */
  static KeyedRead merged(
      List<KeyedRead> reads, TableDefinition table, @Nullable SecondaryIndex index) {
    var partition = KeyRange.partition(reads.getFirst().range.hash());
    var any = new ArrayList<Condition>(reads.size());
    for (KeyedRead read : reads) {
      any.add(new Condition.And(read.terms));
    }
    var condition = new Condition.Or(any);
    return new KeyedRead(
        List.of(condition), partition, RowRange.ofQuery(table, index, partition), condition, true);
  }

  private static boolean saysWhatItIsNot(Condition term, KeySchema key) {
    boolean negative =
        term instanceof Condition.Not
            || (term instanceof Condition.Compare compare && compare.comparison() == Comparison.NE);
    return negative
        && key.range().stream().anyMatch(sort -> term.attributes().contains(sort.name()));
  }

  private static KeyCondition.@Nullable Term takeEquality(String attribute, List<Condition> terms) {
    for (int i = 0; i < terms.size(); i++) {
      if (Terms.equal(terms.get(i), attribute) != null) {
        return Terms.keyTerm(terms.remove(i));
      }
    }
    return null;
  }

  /** Takes what can be one range of the attribute; bounds on both sides are one. */
  private static void takeRange(
      String attribute, List<Condition> terms, List<KeyCondition.Term> asked) {
    Bound low = null;
    Bound high = null;
    for (Condition condition : terms) {
      KeyCondition.Term term = Terms.keyTerm(condition);
      if (term == null || !term.attribute().equals(attribute)) {
        continue;
      }
      switch (term.operator()) {
        case GT, GE -> low = low == null ? new Bound(condition, term) : low;
        case LT, LE -> high = high == null ? new Bound(condition, term) : high;
        case BETWEEN, BEGINS_WITH -> {
          asked.add(term);
          terms.remove(condition);
          return;
        }
        case EQ -> throw new IllegalStateException("the equality was to be taken before");
      }
    }
    if (low != null && high != null && low.isBelow(high)) {
      asked.add(
          new KeyCondition.Term(
              attribute, KeyCondition.Operator.BETWEEN, List.of(low.value(), high.value())));
      // What BETWEEN includes and the bound does not is left to the filter.
      low.removeIfIncluded(terms);
      high.removeIfIncluded(terms);
      return;
    }
    Bound only = low != null ? low : high;
    if (only != null) {
      asked.add(only.term);
      terms.remove(only.condition);
    }
  }

  /** A condition that bounds the sort key on one side. */
  private record Bound(Condition condition, KeyCondition.Term term) {
    AttributeValue value() {
      return term.values().getFirst();
    }

    boolean isBelow(Bound other) {
      return Comparison.LE.holds(value(), other.value());
    }

    void removeIfIncluded(List<Condition> terms) {
      if (term.operator() == KeyCondition.Operator.GE
          || term.operator() == KeyCondition.Operator.LE) {
        terms.remove(condition);
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
