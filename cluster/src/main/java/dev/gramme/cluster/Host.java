package dev.gramme.cluster;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Where a process runs.
 *
 * @param address the address at which other processes reach it
 * @param prefix words before its command, such as {@code ip netns exec NAME}; the prefix must
 *     execute the command in the same process, so that signals reach it
 */
public record Host(String address, List<String> prefix) {
  public Host {
    prefix = List.copyOf(prefix);
  }

  /** Hosts at 127.0.0.1, 127.0.0.2 and so on. */
  public static List<Host> loopback(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> new Host("127.0.0." + i, List.of()))
        .toList();
  }
}
