package dev.gramme.engine.key;

import dev.gramme.model.ByteWriter;

/**
 * Row keys of the engine's own rows. Each begins with the number 0, which no table or index has,
 * and a byte for the key space.
 */
public final class SystemKeys {
  /** Table definitions, by table name. */
  public static final int TABLES = 1;

  /**
   * The version of each table's definition, by table number; every change of the definition changes
   * it.
   */
  public static final int VERSIONS = 2;

  /** Counters, by name. */
  public static final int COUNTERS = 3;

  /** Dropped tables and indexes whose rows must be removed, by number. */
  public static final int DROPPED = 4;

  /** Client request tokens of transactions. */
  public static final int TOKENS = 5;

  /** Expiry of client request tokens, by shard and in order of time. */
  public static final int TOKEN_EXPIRIES = 6;

  /** The position of a backfill, by index number, or by table number for expiry times. */
  public static final int BACKFILLS = 7;

  /** Item counts and sizes, by table or index number. */
  public static final int STATISTICS = 8;

  /** Changes of items, by table number, shard number and sequence number. */
  public static final int CHANGES = 9;

  /** Shards of the change log, by table number and shard number. */
  public static final int SHARDS = 10;

  /** Streams, by table name and label. */
  public static final int STREAMS = 11;

  /** The last sequence number of each table's log, by table number. */
  public static final int LOG_CLOCKS = 12;

  /** Expiry times of items, by table number, epoch second and row key. */
  public static final int EXPIRIES = 13;

  /** Small documents about tables, by table or index number, kind and name. */
  public static final int TABLE_SETTINGS = 14;

  /** Backups. */
  public static final int BACKUPS = 15;

  /** Exports, their client tokens, and their intermediate results. */
  public static final int EXPORTS = 16;

  /** Imports, and their client tokens. */
  public static final int IMPORTS = 17;

  /** Copies of tables in progress, and row retentions. */
  public static final int MATERIALIZATIONS = 18;

  /** Vector indexes. */
  public static final int VECTORS = 19;

  /** Stream functions and their positions. */
  public static final int FUNCTIONS = 20;

  /** Replication: positions and item versions. */
  public static final int REPLICATION = 21;

  /** Streaming destinations and their positions. */
  public static final int DESTINATIONS = 22;

  /** Leases for work that only one of the servers on a shared store does. */
  public static final int LEASES = 23;

  /** The use of throughput by each server on a shared store, by the server's number. */
  public static final int THROUGHPUT = 24;

  /** How far the clock of a shared store is ahead, and which servers have moved theirs. */
  public static final int CLOCK = 25;

  /** The items and tokens of running transactions, if conflicts with them are reported. */
  public static final int HOLDS = 26;

  /** How many requests on tables the account has left, by the name of the limit. */
  public static final int REQUEST_RATES = 27;

  /** The keys with the highest counts of a server, by table or index number and server. */
  public static final int INSIGHTS = 28;

  private SystemKeys() {}

  /** The first possible key of a space. */
  public static byte[] spaceStart(int space) {
    return start(space).toByteArray();
  }

  /** A key of a space by name; the caller ensures that no name is a prefix of another key. */
  public static byte[] named(int space, byte[] name) {
    return start(space).write(name).toByteArray();
  }

  /** A key of a space by number. */
  public static byte[] numbered(int space, int number) {
    return start(space).writeInt(number).toByteArray();
  }

  /** The prefix of a key of a space, to be extended. */
  public static ByteWriter start(int space) {
    return new ByteWriter(32).writeInt(0).writeByte(space);
  }
}
