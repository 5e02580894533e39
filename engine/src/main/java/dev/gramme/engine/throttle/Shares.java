package dev.gramme.engine.throttle;

/**
 * Divides a budget among the servers that share a store. Each server publishes its demand for the
 * budget and its claim, the share that it uses. At each exchange it computes a new claim from the
 * published values of the others:
 *
 * <ul>
 *   <li>Its target is its part of the demand of all servers, and a small minimum. The targets of
 *       all servers are 1 in total.
 *   <li>It claims no more than its target, and no more than the others leave over. So the claims
 *       exceed 1 only if two servers exchange at the same moment, until the next exchange.
 *   <li>It claims its minimum even if nothing is left over, so that it can begin. The others then
 *       see its demand, and reduce their claims at their next exchange.
 * </ul>
 */
final class Shares {
  /** The part of a budget that is divided equally, whatever the demands are. */
  static final double EQUAL_PART = 0.05;

  private Shares() {}

  /**
   * The use of a budget by other servers.
   *
   * @param users the number of servers that have a demand
   * @param demand the units per second that they request together
   * @param claimed the sum of their shares
   */
  record Others(int users, double demand, double claimed) {
    static final Others NONE = new Others(0, 0, 0);

    /** With one more server. */
    Others plus(PublishedUse.Side side) {
      return side.demand() == 0
          ? this
          : new Others(users + 1, demand + side.demand(), claimed + side.claim());
    }
  }

  /**
   * The share that a server can begin with when it has published no demand: its part of what is
   * left over.
   *
   * @param servers the number of servers, at least 1
   */
  static double initial(int servers, Others others) {
    return Math.max(EQUAL_PART, 1 - others.claimed) / servers;
  }

  /**
   * The share that a server claims.
   *
   * @param servers the number of servers, at least 1
   * @param demand the units per second that this server requests, more than 0
   */
  static double claim(int servers, double demand, Others others) {
    double target =
        EQUAL_PART / (others.users + 1) + (1 - EQUAL_PART) * demand / (demand + others.demand);
    return Math.max(EQUAL_PART / servers, Math.min(target, 1 - others.claimed));
  }
}
