package dev.gramme.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The reference model of a transaction: a sorted map of the JDK. */
final class ModelTransaction implements Transaction {
  private final TreeMap<byte[], byte[]> map = new TreeMap<>(Arrays::compareUnsigned);

  ModelTransaction() {}

  ModelTransaction(ModelTransaction origin) {
    map.putAll(origin.map);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return map.get(key);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return new ModelCursor(List.of());
    }
    NavigableMap<byte[], byte[]> part = map.subMap(from, true, to, false);
    return new ModelCursor(
        List.copyOf((direction == Direction.ASCENDING ? part : part.descendingMap()).entrySet()));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    map.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    map.remove(key);
  }

  @Override
  public void deleteRange(byte[] from, byte[] to) {
    if (Arrays.compareUnsigned(from, to) < 0) {
      map.subMap(from, true, to, false).clear();
    }
  }

  /** All entries, as strings that can be compared. */
  List<String> content() {
    List<String> content = new ArrayList<>();
    map.forEach((key, value) -> content.add(RandomBody.text(key) + "=" + RandomBody.text(value)));
    return content;
  }

  private static final class ModelCursor implements Cursor {
    private final Iterator<Map.Entry<byte[], byte[]>> rest;
    private Map.@Nullable Entry<byte[], byte[]> entry;

    ModelCursor(List<Map.Entry<byte[], byte[]>> entries) {
      this.rest = entries.iterator();
    }

    @Override
    public boolean next() {
      entry = rest.hasNext() ? rest.next() : null;
      return entry != null;
    }

    private Map.Entry<byte[], byte[]> entry() {
      Map.Entry<byte[], byte[]> present = entry;
      if (present == null) {
        throw new IllegalStateException("The cursor is not on an entry.");
      }
      return present;
    }

    @Override
    public byte[] key() {
      return entry().getKey();
    }

    @Override
    public byte[] value() {
      return entry().getValue();
    }

    @Override
    public void close() {}
  }
}
