package dev.gramme.transfer.exports;

import dev.gramme.model.Item;
import dev.gramme.transfer.format.LineEncoder.Change;

/** The data of an export by partition. Reading it repeatedly always gives the same result. */
interface ItemSource extends AutoCloseable {
  /** Passes the data of a partition to the sink, in the order of rows. */
  void read(int partition, int of, Sink sink);

  @Override
  void close();

  /** Receives the data. */
  interface Sink {
    /**
     * Receives an item of a full export.
     *
     * @param sizeBytes the size of the data read for it
     */
    void item(Item item, long sizeBytes);

    /**
     * Receives a change of an incremental export.
     *
     * @param sizeBytes the size of the data read for it
     */
    void change(Change change, long sizeBytes);

    /** Receives the size of an item or change that the filter of the export leaves out. */
    void skip(long sizeBytes);

    /** Whether reading must stop as soon as possible. */
    boolean isStopped();
  }
}
