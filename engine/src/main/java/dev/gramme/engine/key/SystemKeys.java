package dev.gramme.engine.key;

import dev.gramme.model.ByteWriter;

/**
 * Row keys of what the engine keeps for itself: everything under number 0, told apart by one byte.
 */
public final class SystemKeys {
  /** Table definitions, by table name. */
  public static final int TABLES = 1;

  /** The version of each table's definition, by table number: changed with every change of it. */
  public static final int VERSIONS = 2;

  /** Counters, by name. */
  public static final int COUNTERS = 3;

  /** Numbers of tables and indexes whose rows are to be removed. */
  public static final int DROPPED = 4;

  /** Client request tokens of transactions. */
  public static final int TOKENS = 5;

  /** Expiry of client request tokens, by shard and in order of time. */
  public static final int TOKEN_EXPIRIES = 6;

  /** How far the backfill of an index has come, by index number. */
  public static final int BACKFILLS = 7;

  /** Item counts and sizes at the last clean close, by table or index number. */
  public static final int STATISTICS = 8;

  /** Changes of tables, by table number, shard number and sequence number. */
  public static final int CHANGES = 9;

  /** Shards of the log of changes, by table number and shard number. */
  public static final int SHARDS = 10;

  /** Streams, by table name and label. */
  public static final int STREAMS = 11;

  /** The last sequence number of each table's log, by table number. */
  public static final int LOG_CLOCKS = 12;

  /** When items expire, by table number, second and row. */
  public static final int EXPIRIES = 13;

  /** Small documents about tables, by table number and kind. */
  public static final int TABLE_SETTINGS = 14;

  /** Backups. */
  public static final int BACKUPS = 15;

  /** Exports, their client tokens, and what they gather. */
  public static final int EXPORTS = 16;

  /** Imports, and their client tokens. */
  public static final int IMPORTS = 17;

  /** Copies of tables in the making, and what they hold on to. */
  public static final int MATERIALIZATIONS = 18;

  /** Vector indexes. */
  public static final int VECTORS = 19;

  /** Stream functions and their positions. */
  public static final int FUNCTIONS = 20;

  /** How far replication has come. */
  public static final int REPLICATION = 21;

  /** Streaming destinations and their positions. */
  public static final int DESTINATIONS = 22;

  /** Work that one of the servers that share a store does for all. */
  public static final int LEASES = 23;

  private SystemKeys() {}

  /** The first possible key of a space. */
  public static byte[] spaceStart(int space) {
    return start(space).toByteArray();
  }

  /** A key of a space by name; the caller sees to it that no name is a prefix of another's key. */
  public static byte[] named(int space, byte[] name) {
    return start(space).write(name).toByteArray();
  }

  /** A key of a space by number. */
  public static byte[] numbered(int space, int number) {
    return start(space).writeInt(number).toByteArray();
  }

  /** The beginning of a key of a space, to be continued. */
  public static ByteWriter start(int space) {
    return new ByteWriter(32).writeInt(0).writeByte(space);
  }
}
