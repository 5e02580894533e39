package dev.gramme.engine.check;

import dev.gramme.engine.backup.Backup;
import dev.gramme.engine.catalog.StoredDefinitions;
import dev.gramme.engine.catalog.TableStatistics;
import dev.gramme.engine.catalog.TableStatistics.Counts;
import dev.gramme.engine.check.TableCheck.Tally;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.StorageException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Checks all tables of a store, which no engine may be using: every item decodes, every index
 * equals its table, sizes and counts are right, change logs have no holes, backups are complete,
 * and no rows belong to nothing. It reads each row about once, and keeps in memory only the items
 * of one shard of a log.
 *
 * <p>Tables that are being created, restored or deleted are not checked, because a start of the
 * engine continues that work.
 */
public final class StoreCheck {
  private final Reader reader;
  private final Consumer<Finding> findings;

  private StoreCheck(Reader reader, Consumer<Finding> findings) {
    this.reader = reader;
    this.findings = findings;
  }

  /**
   * Checks a store.
   *
   * @param reader a snapshot, or a store that nobody writes to except the repairs of findings
   * @param findings receives each finding as soon as it is found
   */
  public static void run(Reader reader, Consumer<Finding> findings) {
    new StoreCheck(reader, findings).run();
  }

  private void run() {
    List<TableDefinition> tables;
    try {
      tables = StoredDefinitions.all(reader);
    } catch (IllegalStateException damaged) {
      findings.accept(
          Finding.lasting(
              "all tables", "definitions", "-", "a definition cannot be decoded: " + damaged));
      return;
    } catch (StorageException damaged) {
      findings.accept(unreadable("all tables", "definitions", damaged));
      return;
    }
    for (TableDefinition table : tables) {
      checkIfReadable(table.name(), "rows", () -> checkTable(table));
    }
    checkIfReadable("all tables", "backups and rows of no table", this::checkOthers);
  }

  private void checkTable(TableDefinition table) {
    checkVersion(table);
    boolean isComplete =
        table.status() == TableDefinition.Status.ACTIVE
            || table.status() == TableDefinition.Status.UPDATING;
    if (isComplete) {
      check(table);
    }
  }

  private void checkOthers() {
    List<Backup> backups = Backup.readAll(reader);
    for (Backup backup : backups) {
      if (backup.status() == Backup.Status.AVAILABLE) {
        checkIfReadable(
            backup.name(), "backup", () -> new BackupCheck(reader, backup, findings).run());
      }
    }
    var known = StoredDefinitions.numbers(reader);
    backups.forEach(backup -> known.add(backup.number()));
    checkNumbers(known);
  }

  /** A damaged file ends the check of one table or backup, but not that of the others. */
  private void checkIfReadable(String table, String part, Runnable check) {
    try {
      check.run();
    } catch (StorageException damaged) {
      findings.accept(unreadable(table, part, damaged));
    }
  }

  private static Finding unreadable(String table, String part, StorageException damaged) {
    return Finding.lasting(
        table, part, "-", "the check ended early, because a file cannot be read: " + damaged);
  }

  /** Finds rows under numbers that belong to nothing. */
  private void checkNumbers(Set<Integer> known) {
    OptionalInt number = Rows.numberFrom(reader, 1);
    while (number.isPresent()) {
      int found = number.getAsInt();
      if (!known.contains(found)) {
        findings.accept(
            Finding.lasting(
                "no table", "rows", "number " + found, "they belong to no table, index or backup"));
      }
      number = Rows.numberFrom(reader, found + 1);
    }
  }

  private void checkVersion(TableDefinition table) {
    StoredDefinitions.versionRepair(reader, table)
        .ifPresent(repair ->
            findings.accept(
                Finding.repairable(
                    table.name(),
                    "definition",
                    "version",
                    "the version differs from that of the definition",
                    repair)));
  }

  private void check(TableDefinition table) {
    List<IndexCheck> indexes = TableCheck.indexes(reader, table, findings);
    var check = new TableCheck(reader, table, indexes, findings);
    check.run();
    indexes.forEach(IndexCheck::entries);
    if (check.isCounted()) {
      checkCounts(table, "items", table.number(), 0, check.items());
      for (LocalIndex index : table.localIndexes()) {
        checkCounts(table, index.name(), table.number(), index.number(), check.entries(index));
      }
      for (IndexCheck index : indexes) {
        checkCounts(table, index.name(), index.number(), 0, index.counts());
      }
    }
    new LogCheck(reader, table, findings).run();
  }

  private void checkCounts(
      TableDefinition table, String part, int number, int local, Tally counted) {
    TableStatistics.stored(reader, number, local)
        .filter(saved -> saved.items() != counted.items() || saved.sizeBytes() != counted.bytes())
        .ifPresent(saved ->
            findings.accept(
                Finding.repairable(
                    table.name(),
                    part,
                    "counts",
                    "%d items and %d bytes are counted instead of %d and %d"
                        .formatted(
                            saved.items(), saved.sizeBytes(), counted.items(), counted.bytes()),
                    tx ->
                        TableStatistics.correct(
                            tx, number, local, new Counts(counted.items(), counted.bytes())))));
  }
}
