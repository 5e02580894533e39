package dev.gramme.engine.replication;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a table that were sent to other regions last, with their version. If the
 * definition differs from them, it has been changed in this region.
 *
 * @param document the settings
 */
record LastPropagatedSettings(Item document, ItemVersion version) {
  /** Which settings, as part of the row's key. */
  enum Kind {
    SHARED(4),
    OWN(5);

    private final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  static @Nullable LastPropagatedSettings read(Reader reader, Kind kind, int table) {
    byte[] stored = reader.get(row(kind, table));
    if (stored == null) {
      return null;
    }
    Item in = ItemCodec.decode(stored);
    if (!(in.get("Settings") instanceof M(var document))) {
      throw new IllegalStateException("damaged settings of a global table");
    }
    return new LastPropagatedSettings(
        document, new ItemVersion(Message.number(in, "Time"), Message.text(in, "Region")));
  }

  void write(Transaction tx, Kind kind, int table) {
    Item row =
        Item.builder(3)
            .put("Settings", new M(document))
            .put("Time", N.of(version.time()))
            .put("Region", new S(version.region()))
            .build();
    tx.put(row(kind, table), ItemCodec.encode(row));
  }

  private static byte[] row(Kind kind, int table) {
    return SystemKeys.start(SystemKeys.REPLICATION)
        .writeInt(table)
        .writeByte(kind.number)
        .toByteArray();
  }
}
