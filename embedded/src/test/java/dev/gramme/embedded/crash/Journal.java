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
 * What the killed process said: for every order the last write that was acknowledged, all transfers
 * that were, and for every thread the one write that it may have begun besides. Whether that one
 * happened is asked of the database after the kill, and is then as good as acknowledged.
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
    /** What the order is afterwards, empty if it is gone. */
    Optional<Integer> outcome() {
      return what.equals("delete") ? Optional.empty() : Optional.of(n);
    }
  }

  /** Takes one whole line of the process. */
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
    happened(write);
  }

  /** Enters a write that is known to have happened. */
  void happened(Write write) {
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

  /** The writes that were begun and not acknowledged, and forgets them. */
  Set<Write> takeBegun() {
    var writes = new HashSet<>(begun.values());
    begun.clear();
    return writes;
  }

  /** The write that each existing order must show. */
  Map<OrderKey, Integer> orders() {
    var existing = new HashMap<OrderKey, Integer>();
    orders.forEach((key, outcome) -> outcome.ifPresent(n -> existing.put(key, n)));
    return existing;
  }

  /** The transfers that must have happened, by their ids. */
  Map<String, Transfer> transfers() {
    return Map.copyOf(transfers);
  }

  /** Whether the index that comes and goes must be there. */
  boolean indexExists() {
    return indexExists;
  }

  /** How many writes were acknowledged in all. */
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
