package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.TableCodec;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Binary;
import dev.gramme.model.ByteReader;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stored state of a copy of a table's items: its parameters and its progress. It is written
 * with each step.
 *
 * @param name the id of the backup, or the name of the new table
 * @param target the number under which the copy is stored
 * @param moment the sequence number of the last change that the copy includes, {@link #AS_IT_IS} if
 *     the source does not change
 * @param source the definition of the table whose items are copied
 * @param from the number under which the source items are stored: the table's, or a backup's
 * @param bound the sequence number of the last change that the copied rows may include
 * @param position the last processed row, in the phases that walk over rows
 * @param shard the shard whose changes are being undone, in that phase
 * @param before the sequence number below which changes of that shard remain to be undone
 * @param items the number of items in the copy
 */
record CopyJob(
    Purpose purpose,
    String name,
    int target,
    long moment,
    TableDefinition source,
    int from,
    Phase phase,
    long bound,
    @Nullable Binary position,
    int shard,
    long before,
    long items,
    long sizeBytes) {
  /** The moment of a source that does not change. */
  static final long AS_IT_IS = Long.MAX_VALUE;

  /** The kind byte of jobs among the rows of their key space. */
  private static final int KIND = 0;

  private static final int PREFIX_BYTES = 6;

  /** The purpose of a copy. */
  enum Purpose {
    BACKUP,
    RESTORE
  }

  /** The phases of a copy. */
  enum Phase {
    /** The current items are copied. */
    COPYING,
    /** Changes after the moment are undone. */
    UNDOING,
    /** The indexes of the new table are filled. */
    INDEXING,
    /** The copy is complete. */
    FINISHING
  }

  static CopyJob begin(
      Purpose purpose, String name, int target, long moment, TableDefinition source, int from) {
    return new CopyJob(
        purpose, name, target, moment, source, from, Phase.COPYING, 0, null, 0, 0, 0, 0);
  }

  /** The name under which the copy reads the log of its source. */
  static String reader(int target) {
    return "copy/" + target;
  }

  CopyJob at(byte[] row, long moreItems, long moreBytes) {
    return new CopyJob(
        purpose,
        name,
        target,
        moment,
        source,
        from,
        phase,
        bound,
        Binary.copyOf(row),
        shard,
        before,
        items + moreItems,
        sizeBytes + moreBytes);
  }

  CopyJob undoing(long newBound, int newShard, long newBefore) {
    return new CopyJob(
        purpose,
        name,
        target,
        moment,
        source,
        from,
        Phase.UNDOING,
        newBound,
        null,
        newShard,
        newBefore,
        items,
        sizeBytes);
  }

  CopyJob counted(long moreItems, long moreBytes) {
    return new CopyJob(
        purpose,
        name,
        target,
        moment,
        source,
        from,
        phase,
        bound,
        position,
        shard,
        before,
        items + moreItems,
        sizeBytes + moreBytes);
  }

  CopyJob in(Phase newPhase) {
    return new CopyJob(
        purpose, name, target, moment, source, from, newPhase, bound, null, 0, 0, items, sizeBytes);
  }

  static Optional<CopyJob> read(Reader reader, int target) {
    return Optional.ofNullable(reader.get(key(target))).map(CopyJob::decode);
  }

  /** The numbers of all copies in progress. */
  static List<Integer> targets(Reader reader) {
    var targets = new ArrayList<Integer>();
    byte[] end = SystemKeys.start(SystemKeys.MATERIALIZATIONS).writeByte(KIND + 1).toByteArray();
    try (Cursor rows = reader.range(key(0), end, Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] key = rows.key();
        targets.add(new ByteReader(key, PREFIX_BYTES, key.length).readInt());
      }
    }
    return targets;
  }

  void write(Transaction tx) {
    var out =
        Item.builder(13)
            .put("Purpose", new S(purpose.name()))
            .put("Name", new S(name))
            .put("Target", N.of(target))
            .put("Moment", N.of(moment))
            .put("Source", new M(TableCodec.encode(source)))
            .put("From", N.of(from))
            .put("Phase", new S(phase.name()))
            .put("Bound", N.of(bound))
            .put("Shard", N.of(shard))
            .put("Before", N.of(before))
            .put("Items", N.of(items))
            .put("SizeBytes", N.of(sizeBytes));
    if (position != null) {
      out.put("Position", new B(position));
    }
    tx.put(key(target), ItemCodec.encode(out.build()));
  }

  void remove(Transaction tx) {
    tx.delete(key(target));
  }

  private static CopyJob decode(byte[] value) {
    Item in = ItemCodec.decode(value);
    if (!(in.get("Source") instanceof M(var source))) {
      throw new IllegalStateException("damaged copy: no source");
    }
    return new CopyJob(
        Purpose.valueOf(text(in, "Purpose")),
        text(in, "Name"),
        (int) number(in, "Target"),
        number(in, "Moment"),
        TableCodec.decode(source),
        (int) number(in, "From"),
        Phase.valueOf(text(in, "Phase")),
        number(in, "Bound"),
        in.get("Position") instanceof B(var position) ? position : null,
        (int) number(in, "Shard"),
        number(in, "Before"),
        number(in, "Items"),
        number(in, "SizeBytes"));
  }

  private static String text(Item in, String name) {
    if (in.get(name) instanceof S(var value)) {
      return value;
    }
    throw new IllegalStateException("damaged copy: no " + name);
  }

  private static long number(Item in, String name) {
    if (in.get(name) instanceof N(var value)) {
      return value.longValueExact();
    }
    throw new IllegalStateException("damaged copy: no " + name);
  }

  private static byte[] key(int target) {
    return SystemKeys.start(SystemKeys.MATERIALIZATIONS)
        .writeByte(KIND)
        .writeInt(target)
        .toByteArray();
  }
}
