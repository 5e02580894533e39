package dev.gramme.partiql;

import dev.gramme.engine.plan.RowRange;
import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.partiql.BoundStatement.Read;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a SELECT: ranges of partitions if the WHERE clause fixes them, otherwise a Scan.
 * Partitions are in the order of their keys, the ranges of one partition in the order of ORDER BY.
 *
 * @param index the index that is read, null for the table itself
 * @param keyed whether the WHERE clause fixes the partitions; if not, the only range is that of a
 *     Scan
 * @param fetchesItems whether the items of the table are read for the entries of a local index
 */
public record SelectPlan(
    TableDefinition table,
    @Nullable SecondaryIndex index,
    boolean keyed,
    boolean ascending,
    boolean fetchesItems,
    List<Range> ranges) {
  private static final String INVALID = "One or more parameter values were invalid: ";

  /**
   * A range that is read.
   *
   * @param partition the values of the HASH attributes; empty for a Scan
   * @param filter the condition on the items of the range, null for none
   * @param item the key of the only item that the range can contain, null if it can contain more
   */
  public record Range(
      RowRange rows,
      List<AttributeValue> partition,
      @Nullable Condition filter,
      @Nullable Item item) {
    public Range {
      partition = List.copyOf(partition);
    }
  }

  public SelectPlan {
    ranges = List.copyOf(ranges);
  }

  /**
   * The plan of a statement.
   *
   * @param index the index that the statement names
   * @throws dev.gramme.model.ApiError a ValidationException if the table or the index does not
   *     allow the statement
   */
  public static SelectPlan of(Read read, TableDefinition table, @Nullable SecondaryIndex index) {
    return of(read, table, index, RequestBudget.unlimited());
  }

  /** The plan of a statement; the budget of its request is charged for each range. */
  public static SelectPlan of(
      Read read, TableDefinition table, @Nullable SecondaryIndex index, RequestBudget budget) {
    KeySchema key = index == null ? table.key() : index.key();
    for (Read.Order term : read.order()) {
      if (!key.contains(term.attribute())) {
        throw StatementFaults.of(
            "Attribute "
                + term.attribute()
                + " in ORDER BY clause must be part of the primary key");
      }
    }
    List<KeyedRead> reads = keyedReads(read.where(), table, index, budget);
    if (reads.isEmpty() && !read.order().isEmpty()) {
      throw StatementFaults.of(
          "Must have at least one non-optional hash key condition in WHERE clause when using ORDER"
              + " BY clause.");
    }
    boolean fetches = index != null && fetchesItems(read, table, index);
    if (reads.isEmpty()) {
      var all = new Range(RowRange.ofScan(table, index, 0, 1), List.of(), read.where(), null);
      return new SelectPlan(table, index, false, true, fetches, List.of(all));
    }
    Read.Order sort = key.range().isEmpty() ? null : order(read, key.range().getFirst().name());
    Read.Order partition = order(read, key.hash().getFirst().name());
    // With ORDER BY on the partition key alone, the items of each partition are in descending
    // order.
    boolean ascending = read.order().isEmpty() || (sort != null && !sort.descending());
    List<KeyedRead> ordered =
        ordered(reads, partition == null || !partition.descending(), ascending);
    if (index != null) {
      refuseFiltersBeyond(table, index, ordered);
    }
    var ranges = new ArrayList<Range>(reads.size());
    for (KeyedRead one : ordered) {
      boolean isItem =
          index == null
              && one.range().last() == null
              && one.range().range().size() == key.range().size();
      ranges.add(
          new Range(
              one.rows(),
              one.range().hash(),
              one.filter(),
              isItem ? KeyedRead.values(key, one.range()) : null));
    }
    if (!read.order().isEmpty() && partition == null) {
      refuseSeveralPartitions(ranges);
    }
    return new SelectPlan(table, index, true, ascending, fetches, ranges);
  }

  /**
   * The index that a statement names.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if the index does not exist or does not
   *     allow this read
   */
  public static SecondaryIndex index(TableDefinition table, String name, boolean consistent) {
    if (table.vectorIndex(name).isPresent()) {
      throw StatementFaults.of("Scan operation not supported on this index type");
    }
    SecondaryIndex index =
        table
            .index(name)
            .orElseThrow(() -> StatementFaults.of("The table does not have the specified index"));
    if (isUnsupported(index)) {
      throw unsupportedIndex();
    }
    if (index instanceof GlobalIndex global) {
      if (!global.isReadable()) {
        throw StatementFaults.of("Cannot read from backfilling global secondary index: " + name);
      }
      if (consistent) {
        throw StatementFaults.of(
            "Strongly consistent read is not supported on Global Secondary Indexes");
      }
    }
    return index;
  }

  /**
   * Whether the index has several HASH or several RANGE attributes, which PartiQL does not support.
   */
  public static boolean isUnsupported(SecondaryIndex index) {
    return index.key().hash().size() > 1 || index.key().range().size() > 1;
  }

  /** The error for an index that PartiQL does not support. */
  public static ApiError unsupportedIndex() {
    return StatementFaults.of(
        "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or"
            + " multi-attribute RANGE keys.");
  }

  /** Whether a WHERE clause compares a key attribute of the table with a value of another type. */
  public static boolean hasMistypedKey(Read read, TableDefinition table) {
    List<Condition> terms = Terms.conjuncts(read.where());
    for (KeyAttribute attribute : table.key().attributes()) {
      for (Condition term : terms) {
        AttributeValue value = Terms.equal(term, attribute.name());
        if (value != null && value.type() != attribute.type()) {
          return true;
        }
      }
    }
    return false;
  }

  /** The key of the only item that the plan can find; null if it can find more. */
  public @Nullable Item itemKey() {
    return ranges.size() == 1 ? ranges.getFirst().item() : null;
  }

  /** The reads of all alternatives; empty if one of them does not fix its partition. */
  private static List<KeyedRead> keyedReads(
      @Nullable Condition where,
      TableDefinition table,
      @Nullable SecondaryIndex index,
      RequestBudget budget) {
    KeySchema key = index == null ? table.key() : index.key();
    List<List<Condition>> alternatives = where == null ? null : Alternatives.of(where, key);
    if (alternatives == null) {
      return List.of();
    }
    boolean alone = alternatives.equals(List.of(Terms.conjuncts(where)));
    var reads = new ArrayList<KeyedRead>(alternatives.size());
    for (List<Condition> terms : alternatives) {
      budget.spend(StatementLimits.STEPS_OF_TERM * terms.size());
      KeyedRead read = KeyedRead.of(terms, table, index, alone);
      if (read == null) {
        return List.of();
      }
      reads.add(read);
    }
    if (reads.size() > StatementLimits.MAX_READS) {
      throw StatementFaults.of("Too many decomposed read operations for a given query.");
    }
    return reads;
  }

  private static List<KeyedRead> ordered(
      List<KeyedRead> reads, boolean partitionsAscending, boolean ascending) {
    var byPartition = new LinkedHashMap<List<AttributeValue>, List<KeyedRead>>();
    for (KeyedRead read : reads) {
      byPartition.computeIfAbsent(read.range().hash(), hash -> new ArrayList<>()).add(read);
    }
    Comparator<List<AttributeValue>> byKey = SelectPlan::comparePartitions;
    var partitions = new ArrayList<>(byPartition.entrySet());
    partitions.sort(Map.Entry.comparingByKey(partitionsAscending ? byKey : byKey.reversed()));
    var ordered = new ArrayList<KeyedRead>(reads.size());
    for (var partition : partitions) {
      List<KeyedRead> sorted = partition.getValue();
      sorted.sort(Comparator.comparing(KeyedRead::rows, RowRange.BY_START));
      if (overlap(sorted)) {
        throw StatementFaults.of(
            "Overlapping conditions with range keys are not supported in where clause");
      }
      ordered.addAll(ascending ? sorted : sorted.reversed());
    }
    return ordered;
  }

  private static void refuseSeveralPartitions(List<Range> ranges) {
    if (ranges.stream().map(Range::partition).distinct().count() > 1) {
      throw StatementFaults.of(
          "Must have hash key in ORDER BY clause when more than one hash key condition specified in"
              + " WHERE clause.");
    }
  }

  /** Whether any two of the reads, sorted by their first rows, overlap. */
  private static boolean overlap(List<KeyedRead> sorted) {
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i - 1).rows().overlaps(sorted.get(i).rows())) {
        return true;
      }
    }
    return false;
  }

  private static int comparePartitions(List<AttributeValue> one, List<AttributeValue> other) {
    for (int i = 0; i < one.size(); i++) {
      int order = Comparison.order(one.get(i), other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** The term of ORDER BY for an attribute, null if there is none. */
  private static Read.@Nullable Order order(Read read, String attribute) {
    for (Read.Order term : read.order()) {
      if (term.attribute().equals(attribute)) {
        return term;
      }
    }
    return null;
  }

  private static boolean fetchesItems(Read read, TableDefinition table, SecondaryIndex index) {
    List<String> missing =
        read.selection() == null
            ? Collections.emptyList()
            : index.missing(table.key(), read.selection().paths());
    return switch (index) {
      case LocalIndex local -> !missing.isEmpty();
      case GlobalIndex global -> {
        if (!missing.isEmpty()) {
          throw StatementFaults.of(
              INVALID
                  + "Global secondary index "
                  + index.name()
                  + " does not project ["
                  + String.join(", ", missing)
                  + "]");
        }
        yield false;
      }
    };
  }

  /**
   * Refuses filters on attributes that the index does not project. The service checks only one of
   * several reads (September 2026), and it is unknown which one. So a statement is refused only if
   * every read has such a filter.
   */
  private static void refuseFiltersBeyond(
      TableDefinition table, SecondaryIndex index, List<KeyedRead> reads) {
    List<String> missing = List.of();
    for (KeyedRead read : reads) {
      missing =
          read.filter() == null ? List.of() : index.missing(table.key(), read.filter().paths());
      if (missing.isEmpty()) {
        return;
      }
    }
    throw StatementFaults.of(
        INVALID
            + "Secondary index "
            + index.name()
            + " does not project one or more filter attributes: "
            // The service uses the order of a hash table: [a, b] and [zz, aa, mm] were observed.
            + new HashSet<>(missing));
  }
}
