package dev.gramme.engine.check;

import dev.gramme.engine.backup.Backup;
import dev.gramme.engine.check.TableCheck.Tally;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Reader;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** Checks the items of a complete backup: each decodes, and none is missing. */
final class BackupCheck {
  private final Reader reader;
  private final Backup backup;
  private final Consumer<Finding> findings;

  BackupCheck(Reader reader, Backup backup, Consumer<Finding> findings) {
    this.reader = reader;
    this.backup = backup;
    this.findings = findings;
  }

  void run() {
    TableDefinition table = backup.table();
    var items = new Tally();
    try (Cursor rows = Rows.of(reader, backup.number())) {
      while (rows.next()) {
        byte[] row = rows.key();
        if (RowKeys.kindOf(row, table.key().hash()) == RowKeys.ITEM) {
          item(table, row, rows.value(), items);
        }
      }
    }
    // The counts of a deleted table are those of the table, which the check of tables compares.
    if (backup.type() == Backup.Type.USER
        && (items.items() != backup.items() || items.bytes() != backup.sizeBytes())) {
      report(
          "counts",
          "the backup has %d items of %d bytes instead of %d of %d"
              .formatted(items.items(), items.bytes(), backup.items(), backup.sizeBytes()));
    }
  }

  private void item(TableDefinition table, byte[] row, byte[] value, Tally items) {
    Optional<Item> decoded = Rows.decode(value);
    if (decoded.isEmpty()) {
      report(Rows.hex(row), "the item cannot be decoded");
      return;
    }
    Item item = decoded.get();
    byte[] own = RowKeys.under(table.number(), row);
    if (!table.key().isIn(item) || !Arrays.equals(RowKeys.item(table, item), own)) {
      report(Rows.hex(row), "the item has another key than its row");
      return;
    }
    items.add(item.sizeBytes());
  }

  private void report(String key, String what) {
    findings.accept(Finding.lasting(backup.table().name(), "backup " + backup.id(), key, what));
  }
}
