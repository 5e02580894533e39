package dev.gramme.storage;

import static dev.gramme.storage.Direction.ASCENDING;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A new store for each test, and methods to work with it. */
public abstract class StoreFixture {
  @TempDir protected Path folder;
  protected Store store;

  /** A new, empty store. It may keep files in the folder, which does not exist yet. */
  protected abstract Store create(Path folder);

  /** Opens the store of a checkpoint. */
  protected abstract Store openCheckpoint(Path checkpoint);

  @BeforeEach
  void createStore() {
    store = create(folder.resolve("store"));
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  protected static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  protected static byte[] number(int n) {
    return bytes("%06d".formatted(n));
  }

  protected static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  protected void write(Consumer<Transaction> body) {
    Function<Transaction, Boolean> function =
        t -> {
          body.accept(t);
          return true;
        };
    store.transactByCaller(function).join();
  }

  protected static boolean put(Transaction t, String key, String value) {
    t.put(bytes(key), bytes(value));
    return true;
  }

  protected void put(String key, String value) {
    write(t -> put(t, key, value));
  }

  /** Puts keys, each with itself as its value. */
  protected void putAll(String... keys) {
    for (String key : keys) {
      put(key, key);
    }
  }

  protected @Nullable String get(String key) {
    return text(store.get(bytes(key)));
  }

  protected List<String> entries(String from, String to, Direction direction) {
    return entries(store, from, to, direction);
  }

  protected List<String> keys(String from, String to, Direction direction) {
    return keys(store, from, to, direction);
  }

  protected static List<String> keys(Reader reader, String from, String to, Direction direction) {
    return entries(reader, from, to, direction).stream()
        .map(entry -> entry.substring(0, entry.indexOf('=')))
        .toList();
  }

  protected static List<String> entries(
      Reader reader, String from, String to, Direction direction) {
    List<String> found = new ArrayList<>();
    try (Cursor cursor = reader.range(bytes(from), bytes(to), direction)) {
      while (cursor.next()) {
        found.add(text(cursor.key()) + "=" + text(cursor.value()));
      }
    }
    return found;
  }

  protected int count(byte[] from, byte[] to) {
    int count = 0;
    try (Cursor cursor = store.range(from, to, ASCENDING)) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }
}
