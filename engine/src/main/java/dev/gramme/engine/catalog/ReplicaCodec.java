package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Encodes replicas and their settings as items. */
public final class ReplicaCodec {
  private static final String REGION = "Region";
  private static final String STATUS = "Status";
  private static final String COPIED = "Copied";
  private static final String SETTINGS_TIME = "Told"; // stored, so it cannot change
  private static final String TABLE_CLASS = "TableClass";
  private static final String KEY = "Key";
  private static final String CEILINGS = "ReadCeilings";
  private static final String OF_TABLE = "Table";
  private static final String OF_INDEXES = "Indexes";

  /** The attribute in which earlier versions stored the requested ceiling of a new replica. */
  private static final String ASKED_CEILING = "MaxReads";

  /** The number of digits of whole numbers that always fit a long. */
  private static final int LONG_DIGITS = 18;

  private ReplicaCodec() {}

  static Item encode(Replica replica) {
    var out = encode(replica.settings()).toBuilder();
    out.put(REGION, new S(replica.region()));
    out.put(STATUS, new S(replica.status().name()));
    StoredFields.putInstant(out, COPIED, replica.copied());
    out.put(SETTINGS_TIME, N.of(replica.settingsMicros()));
    return out.build();
  }

  static Replica decode(Item in) {
    return new Replica(
        StoredFields.text(in, REGION),
        Replica.Status.valueOf(StoredFields.text(in, STATUS)),
        StoredFields.instant(in, COPIED),
        settings(in),
        StoredFields.units(in, SETTINGS_TIME));
  }

  /** Encodes settings. */
  public static Item encode(ReplicaSettings settings) {
    var out = Item.builder(8);
    putText(out, TABLE_CLASS, settings.tableClass());
    putText(out, KEY, settings.keyArn());
    put(out, settings.ceilings());
    return out.build();
  }

  /**
   * Decodes settings.
   *
   * @throws IllegalStateException if the item is damaged
   */
  public static ReplicaSettings settings(Item in) {
    return new ReplicaSettings(text(in, TABLE_CLASS), text(in, KEY), ceilings(in));
  }

  static void put(Item.Builder out, ReadCeilings ceilings) {
    if (!ceilings.isEmpty()) {
      var indexes = Item.builder(ceilings.ofIndexes().size());
      new TreeMap<>(ceilings.ofIndexes())
          .forEach((index, units) -> indexes.put(index, N.of(units)));
      var value = Item.builder(2).put(OF_INDEXES, new M(indexes.build()));
      StoredFields.putLong(value, OF_TABLE, ceilings.ofTable());
      out.put(CEILINGS, new M(value.build()));
    }
  }

  static ReadCeilings ceilings(Item in) {
    Item value = StoredFields.map(in, CEILINGS);
    if (value.attributes().isEmpty()) {
      Long asked = units(in, ASKED_CEILING);
      return asked == null ? ReadCeilings.NONE : ReadCeilings.NONE.withTable(asked);
    }
    var ofIndexes = new TreeMap<String, Long>();
    Item indexes = StoredFields.map(value, OF_INDEXES);
    for (String index : indexes.attributes().keySet()) {
      Long units = units(indexes, index);
      if (units == null) {
        throw new IllegalStateException("damaged ceilings of a replica");
      }
      ofIndexes.put(index, units);
    }
    return new ReadCeilings(units(value, OF_TABLE), ofIndexes);
  }

  /** A number that may come from another region, and may not fit a long. */
  private static @Nullable Long units(Item in, String name) {
    if (in.get(name) instanceof N(var value)) {
      if (value.scale() > 0 || value.precision() - value.scale() > LONG_DIGITS) {
        throw new IllegalStateException("damaged ceilings of a replica");
      }
      return value.longValue();
    }
    return null;
  }

  private static void putText(Item.Builder out, String name, @Nullable String value) {
    if (value != null) {
      out.put(name, new S(value));
    }
  }

  private static @Nullable String text(Item in, String name) {
    return in.get(name) instanceof S(var value) ? value : null;
  }
}
