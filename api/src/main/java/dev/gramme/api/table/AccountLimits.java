package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The account's limits in a region: the service's defaults (October 2026). The tables are counted
 * in the catalog's cache, so concurrent requests may together exceed a limit slightly.
 */
public final class AccountLimits {
  /** The read or write units that may be provisioned for all tables and indexes together. */
  public static final long UNITS = 80_000;

  private static final int TABLES = 2500;
  private static final int SIMULTANEOUS = 500;

  private AccountLimits() {}

  /** Refuses another table above the limit. The texts date from the years of smaller limits. */
  public static void checkNewTable(Catalog catalog) {
    Collection<TableDefinition> tables = catalog.tables();
    if (tables.size() >= TABLES) {
      throw ChangeLimits.exceeded("There is a limit of " + TABLES + " tables per subscriber");
    }
    checkSimultaneous(tables);
  }

  /** Refuses another table change while too many tables are changing. */
  public static void checkSimultaneous(Catalog catalog) {
    checkSimultaneous(catalog.tables());
  }

  private static void checkSimultaneous(Collection<TableDefinition> tables) {
    long changing =
        tables.stream().filter(t -> t.status() != TableDefinition.Status.ACTIVE).count();
    if (changing >= SIMULTANEOUS) {
      throw ChangeLimits.exceeded(
          "Only " + SIMULTANEOUS + " tables can be created, updated, or deleted simultaneously");
    }
  }

  /**
   * Refuses provisioned units above the account's limit.
   *
   * @param before the table before the change; a change that does not increase its units is never
   *     refused
   */
  public static void checkUnits(
      Catalog catalog, TableDefinition before, TableDefinition after, Caller caller) {
    checkUnits(catalog, before, after, caller, "ReadCapacityUnits", Throughput::readUnits);
    checkUnits(catalog, before, after, caller, "WriteCapacityUnits", Throughput::writeUnits);
  }

  /** Refuses provisioned units of a new table above the account's limit. */
  public static void checkUnits(Catalog catalog, TableDefinition created, Caller caller) {
    var nothing =
        created.toBuilder().throughput(Throughput.ON_DEMAND).globalIndexes(List.of()).build();
    checkUnits(catalog, nothing, created, caller);
  }

  private static void checkUnits(
      Catalog catalog,
      TableDefinition before,
      TableDefinition after,
      Caller caller,
      String name,
      ToLongFunction<Throughput> units) {
    long requested = sum(after, units);
    if (requested <= sum(before, units)) {
      return;
    }
    long others =
        catalog.tables().stream()
            .filter(table -> table.region().equals(after.region()))
            .filter(table -> table.number() != after.number())
            .mapToLong(table -> sum(table, units))
            .sum();
    if (others + requested > UNITS) {
      throw ApiError.of(
          ErrorType.LIMIT_EXCEEDED,
          "This request would have caused the "
              + name
              + " limit to be exceeded for the account in "
              + caller.region()
              + ". Current "
              + name
              + " reserved by the account: "
              + (others + sum(before, units))
              + ". Limit: "
              + UNITS
              + ". Requested: "
              + requested
              + "."
              + ThroughputRules.REFER);
    }
  }

  private static long sum(TableDefinition table, ToLongFunction<Throughput> units) {
    return units.applyAsLong(table.capacity().throughput())
        + table.globalIndexes().stream().map(GlobalIndex::throughput).mapToLong(units).sum();
  }
}
