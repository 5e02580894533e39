package dev.gramme.transfer.exports;

import dev.gramme.model.Item;
import dev.gramme.transfer.format.LineEncoder.Change;

/** What an export reads, partition by partition; the same however often it is read. */
interface ItemSource extends AutoCloseable {
  /** Hands on what there is in a partition, in the order of rows. */
  void read(int partition, int of, Sink sink);

  @Override
  void close();

  /** Takes what is read. */
  interface Sink {
    /**
     * An item as of the time of a full export.
     *
     * @param sizeBytes the size of what was read for it
     */
    void item(Item item, long sizeBytes);

    /**
     * A change within the time of an incremental one.
     *
     * @param sizeBytes the size of what was read for it
     */
    void change(Change change, long sizeBytes);

    /** An item or a change was read that the export's filter leaves out. */
    void skip(long sizeBytes);

    /** Whether reading is to end at its next opportunity. */
    boolean isStopped();
  }
}
