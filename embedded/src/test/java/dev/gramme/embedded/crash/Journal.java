package dev.gramme.embedded.crash;

import dev.gramme.embedded.crash.Shop.OrderKey;
import dev.gramme.embedded.crash.Shop.Transfer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reports of the killed process: for every order the last acknowledged write, all acknowledged
 * transfers, and for every thread at most one unacknowledged write. After a kill the test reads
 * from the database whether an unacknowledged write took effect. If so, it counts as acknowledged
 * from then on.
 */
final class Journal {
  /** The last acknowledged write of each order; empty for its deletion. */
  private final Map<OrderKey, Optional<Integer>> orders = new HashMap<>();

  private final Map<String, Transfer> transfers = new HashMap<>();
  private final Map<Integer, Write> begun = new HashMap<>();
  private boolean indexExists;
  private int acknowledged;

  /** A write that a thread has begun. */
  record Write(int thread, int n, String what, @Nullable OrderKey key) {
    /** The version of the order after the write, empty if the order was deleted. */
    Optional<Integer> outcome() {
      return what.equals("delete") ? Optional.empty() : Optional.of(n);
    }
  }

  /** Adds one complete output line of the process. */
  void add(String line) {
    String[] words = line.split(" ");
    int thread = Integer.parseInt(words[1]);
    int n = Integer.parseInt(words[2]);
    if (words[0].equals("B")) {
      var key = words.length > 5 ? new OrderKey(words[4], words[5]) : null;
      begun.put(thread, new Write(thread, n, words[3], key));
      return;
    }
    Write write = begun.remove(thread);
    if (write == null || write.n() != n) {
      throw new AssertionError("acknowledged but not begun: " + line);
    }
    acknowledged++;
    tookEffect(write);
  }

  /** Records a write that is known to have taken effect. */
  void tookEffect(Write write) {
    switch (write.what()) {
      case "create" -> indexExists = true;
      case "remove" -> indexExists = false;
      case "transfer" -> {
        var transfer = Transfer.of(write.thread(), write.n());
        transfers.put(transfer.id(), transfer);
      }
      default -> orders.put(keyOf(write), write.outcome());
    }
  }

  /** Returns and removes the writes that were begun but not acknowledged. */
  Set<Write> takeUnacknowledged() {
    var writes = new HashSet<>(begun.values());
    begun.clear();
    return writes;
  }

  /** The expected version of each existing order. */
  Map<OrderKey, Integer> orders() {
    var existing = new HashMap<OrderKey, Integer>();
    orders.forEach((key, outcome) -> outcome.ifPresent(n -> existing.put(key, n)));
    return existing;
  }

  /** The transfers that must have taken effect, by their ids. */
  Map<String, Transfer> transfers() {
    return Map.copyOf(transfers);
  }

  /** Whether the index that is created and deleted must exist. */
  boolean indexExists() {
    return indexExists;
  }

  /** The total number of acknowledged writes. */
  int acknowledged() {
    return acknowledged;
  }

  private static OrderKey keyOf(Write write) {
    if (write.key() == null) {
      throw new AssertionError("no key: " + write);
    }
    return write.key();
  }
}
