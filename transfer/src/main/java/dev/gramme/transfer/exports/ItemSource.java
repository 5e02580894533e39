package dev.gramme.transfer.exports;

import dev.gramme.model.Item;
import dev.gramme.transfer.format.LineEncoder.Change;

/**
 * The data of an export by partition. A partition can be read again with the same result until
 * {@link #close}, which deletes temporary data.
 */
interface ItemSource extends AutoCloseable {
  /**
   * Passes the data of a partition to the sink, in the order of row keys. Returns early if the sink
   * is stopped.
   *
   * @param partitions the number of partitions
   */
  void read(int partition, int partitions, Sink sink);

  @Override
  void close();

  /** Receives the data. */
  interface Sink {
    /**
     * Receives an item of a full export.
     *
     * @param sizeBytes the billed size: that of the item before projection
     */
    void item(Item item, long sizeBytes);

    /**
     * Receives a change of an incremental export.
     *
     * @param sizeBytes the billed size: that of the images of the view, before projection
     */
    void change(Change change, long sizeBytes);

    /** Receives the billed size of an item or change that the filter of the export leaves out. */
    void skip(long sizeBytes);

    /** Whether reading must stop as soon as possible. */
    boolean isStopped();
  }
}
