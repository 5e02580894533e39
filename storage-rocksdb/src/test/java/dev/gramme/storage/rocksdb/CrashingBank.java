package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A process that moves money between accounts until it is killed. Each transaction also raises its
 * thread's count and writes a log entry of that number; once acknowledged, thread and number go to
 * the standard output.
 */
final class CrashingBank {
  static final int THREADS = 8;
  static final int ACCOUNTS = 50;
  static final int OPENING_BALANCE = 1000;
  private static final int LOG_ENTRY_BYTES = 700;

  private CrashingBank() {}

  public static void main(String[] arguments) {
    RocksStore store =
        RocksStore.open(
            RocksStoreOptions.builder(Path.of(arguments[0]))
                .durability(Durability.valueOf(arguments[1]))
                // Small buffers, so that kills also happen while files are written and compacted.
                .blockCacheBytes(8 << 20)
                .writeBufferBytes(1 << 20)
                .slowRead(Duration.parse(arguments[2]))
                .build());
    long seed = Long.parseLong(arguments[3]);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        threads.execute(() -> work(store, thread, new Random(seed + thread)));
      }
    }
  }

  private static void work(RocksStore store, int thread, Random random) {
    byte[] filling = new byte[LOG_ENTRY_BYTES];
    while (!System.out.checkError()) { // nobody reads any more if the test was killed
      random.nextBytes(filling);
      int from = random.nextInt(ACCOUNTS);
      int to = random.nextInt(ACCOUNTS);
      int amount = random.nextInt(100);
      int number = store.transact(t -> transfer(t, thread, from, to, amount, filling)).join();
      System.out.println(thread + " " + number + " ;");
    }
  }

  private static int transfer(
      Transaction t, int thread, int from, int to, int amount, byte[] filling) {
    int number = number(t, count(thread), 0) + 1;
    put(t, count(thread), number);
    put(t, account(from), number(t, account(from), OPENING_BALANCE) - amount);
    t.put(logEntry(thread, number), filling);
    put(t, account(to), number(t, account(to), OPENING_BALANCE) + amount);
    return number;
  }

  static int number(Reader reader, byte[] key, int absent) {
    byte[] value = reader.get(key);
    return value == null ? absent : Integer.parseInt(new String(value, UTF_8));
  }

  private static void put(Transaction t, byte[] key, int number) {
    t.put(key, Integer.toString(number).getBytes(UTF_8));
  }

  static byte[] account(int account) {
    return ("account-of-the-bank-" + account).getBytes(UTF_8);
  }

  static byte[] count(int thread) {
    return ("count-" + thread).getBytes(UTF_8);
  }

  static byte[] logEntry(int thread, int number) {
    return "log-of-%d-%08d".formatted(thread, number).getBytes(UTF_8);
  }
}
