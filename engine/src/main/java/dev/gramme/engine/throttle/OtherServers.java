package dev.gramme.engine.throttle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the other living servers on the same store published at their last exchange.
 *
 * <p>Servers can have split a table into different partitions. The use of a partition by another
 * server is therefore the sum of its demands, and the largest of its claims, in all of its
 * partitions that overlap. So the claims of all servers for the partitions with any one row do not
 * exceed 1.
 */
final class OtherServers {
  /** This server is alone. */
  static final OtherServers NONE = new OtherServers(List.of());

  private final List<ServerRow> rows;
  private final Map<Integer, List<Uses>> byNumber = new HashMap<>();

  /** The uses of one table or index by one server. */
  private static final class Uses {
    private @Nullable PublishedUse whole;

    /** The partitions by their first rows. */
    private final TreeMap<byte[], PublishedUse> partitions = new TreeMap<>(Arrays::compareUnsigned);

    Collection<PublishedUse> overlapping(byte[] from, byte[] to) {
      byte[] first = partitions.floorKey(from);
      return partitions.subMap(first == null ? from : first, to).values().stream()
          .filter(use -> Arrays.compareUnsigned(use.to(), from) > 0)
          .toList();
    }
  }

  OtherServers(Collection<ServerRow> rows) {
    this.rows = List.copyOf(rows);
    for (ServerRow row : rows) {
      var ofServer = new HashMap<Integer, Uses>();
      for (PublishedUse use : row.uses()) {
        Uses uses = ofServer.computeIfAbsent(use.number(), n -> new Uses());
        if (use.isWhole()) {
          uses.whole = use;
        } else {
          uses.partitions.put(use.from(), use);
        }
      }
      ofServer.forEach(
          (number, uses) -> byNumber.computeIfAbsent(number, n -> new ArrayList<>()).add(uses));
    }
  }

  /** The number of living servers, with this one. */
  int servers() {
    return rows.size() + 1;
  }

  /** The partitions that they have split. */
  List<ServerRow.Split> splits() {
    return rows.stream().flatMap(row -> row.splits().stream()).toList();
  }

  /** The use of a whole table or index. */
  Shares.Others whole(int number, UnitKind kind) {
    var sum = Shares.Others.NONE;
    for (Uses uses : byNumber.getOrDefault(number, List.of())) {
      if (uses.whole != null) {
        sum = sum.plus(uses.whole.side(kind));
      }
    }
    return sum;
  }

  /** The use of a range of rows. */
  Shares.Others range(int number, byte[] from, byte[] to, UnitKind kind) {
    var sum = Shares.Others.NONE;
    for (Uses uses : byNumber.getOrDefault(number, List.of())) {
      double demand = 0;
      double claim = 0;
      for (PublishedUse use : uses.overlapping(from, to)) {
        demand += use.side(kind).demand();
        claim = Math.max(claim, use.side(kind).claim());
      }
      sum = sum.plus(new PublishedUse.Side(demand, claim));
    }
    return sum;
  }

  /**
   * The units per second of a table or index that these servers probably admit: what is requested,
   * but at most their shares.
   */
  double admitted(int number, UnitKind kind, double unitsPerSecond) {
    double sum = 0;
    for (Uses uses : byNumber.getOrDefault(number, List.of())) {
      if (uses.whole != null) {
        PublishedUse.Side side = uses.whole.side(kind);
        sum += Math.min(side.demand(), side.claim() * unitsPerSecond);
      }
    }
    return sum;
  }
}
