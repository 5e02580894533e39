package dev.gramme.partiql;

import dev.gramme.engine.plan.RowRange;
import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.partiql.BoundStatement.Read;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a SELECT reads: parts of partitions where its WHERE clause fixes them, else everything. The
 * partitions come in the order of their keys, the parts of each as ORDER BY says.
 *
 * @param index the index that is read, null for the table itself
 * @param keyed whether the WHERE clause fixes the partitions: otherwise there is one range, that of
 *     a Scan
 * @param fetchesItems whether the table's items are fetched for the entries of a local index
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
   * @param partition the values of the HASH attributes; none where everything is read
   * @param filter what an item must meet, null for nothing
   * @param item the key of the one item that the range can hold, null if it can hold more
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

  /** The same for a request, whose budget is charged for each range. */
  public static SelectPlan of(
      Read read, TableDefinition table, @Nullable SecondaryIndex index, RequestBudget budget) {
    KeySchema key = index == null ? table.key() : index.key();
    for (Read.Order term : read.order()) {
      if (!key.contains(term.attribute())) {
        throw StatementFaults.of(
            "Variable reference "
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
    if (index != null) {
      refuseFilterBeyond(table, index, read.where());
    }
    boolean ascending =
        !isDescending(read.order(), key.range().isEmpty() ? "" : key.range().getFirst().name());
    boolean partitionsAscending = !isDescending(read.order(), key.hash().getFirst().name());
    var ranges = new ArrayList<Range>(reads.size());
    for (KeyedRead one : ordered(reads, table, index, partitionsAscending, ascending)) {
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
    return new SelectPlan(table, index, true, ascending, fetches, ranges);
  }

  /**
   * The index that a statement names.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if there is none, or it cannot be read
   *     so
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

  /** Whether statements cannot read an index: it has several HASH or several RANGE attributes. */
  public static boolean isUnsupported(SecondaryIndex index) {
    return index.key().hash().size() > 1 || index.key().range().size() > 1;
  }

  /** The error about such an index. */
  public static ApiError unsupportedIndex() {
    return StatementFaults.of(
        "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or"
            + " multi-attribute RANGE keys.");
  }

  /** The key of the one item that the plan can find; null if it can find more. */
  public @Nullable Item itemKey() {
    return ranges.size() == 1 ? ranges.getFirst().item() : null;
  }

  /** The reads of the alternatives; empty if one of them does not fix its partition. */
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
    var reads = new ArrayList<KeyedRead>(alternatives.size());
    for (List<Condition> terms : alternatives) {
      budget.spend(StatementLimits.STEPS_OF_TERM * terms.size());
      KeyedRead read = KeyedRead.of(terms, table, index);
      if (read == null) {
        return List.of();
      }
      reads.add(read);
    }
    return reads;
  }

  private static List<KeyedRead> ordered(
      List<KeyedRead> reads,
      TableDefinition table,
      @Nullable SecondaryIndex index,
      boolean partitionsAscending,
      boolean ascending) {
    var byPartition = new LinkedHashMap<List<AttributeValue>, List<KeyedRead>>();
    for (KeyedRead read : reads) {
      byPartition.computeIfAbsent(read.range().hash(), hash -> new ArrayList<>()).add(read);
    }
    Comparator<List<AttributeValue>> byKey = SelectPlan::comparePartitions;
    var partitions = new ArrayList<>(byPartition.entrySet());
    partitions.sort(Map.Entry.comparingByKey(partitionsAscending ? byKey : byKey.reversed()));
    var ordered = new ArrayList<KeyedRead>(reads.size());
    for (var partition : partitions) {
      List<KeyedRead> disjoint = disjoint(partition.getValue(), table, index);
      ordered.addAll(ascending ? disjoint : disjoint.reversed());
    }
    return ordered;
  }

  /** The reads of one partition in the order of its rows. */
  private static List<KeyedRead> disjoint(
      List<KeyedRead> reads, TableDefinition table, @Nullable SecondaryIndex index) {
    var sorted = new ArrayList<>(reads);
    sorted.sort(Comparator.comparing(KeyedRead::rows, RowRange.BY_START));
    if (overlap(sorted.stream().filter(read -> !read.exempt()).toList())) {
      throw StatementFaults.of(
          "Overlapping conditions with range keys are not supported in where clause");
    }
    return overlap(sorted) ? List.of(KeyedRead.merged(reads, table, index)) : sorted;
  }

  /** Whether any two of the reads overlap, which are in the order of their rows. */
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

  private static boolean isDescending(List<Read.Order> order, String attribute) {
    for (Read.Order term : order) {
      if (term.attribute().equals(attribute)) {
        return term.descending();
      }
    }
    return false;
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

  /** Attributes in the branches of an OR need not be projected: there they are absent. */
  private static void refuseFilterBeyond(
      TableDefinition table, SecondaryIndex index, @Nullable Condition where) {
    var paths = new ArrayList<DocumentPath>();
    for (Condition term : Terms.conjuncts(where)) {
      if (!(term instanceof Condition.Or)) {
        paths.addAll(term.paths());
      }
    }
    List<String> missing = index.missing(table.key(), paths);
    if (!missing.isEmpty()) {
      throw StatementFaults.of(
          INVALID
              + "Secondary index "
              + index.name()
              + " does not project one or more filter attributes: ["
              + String.join(", ", missing)
              + "]");
    }
  }
}
