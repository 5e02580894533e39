package dev.gramme.model.budget;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The heap that all requests of a process may use together. Every byte that a request holds is
 * reserved here, from the first byte of its body until the last byte of its answer is sent, by its
 * {@link RequestBudget}.
 *
 * <p>A part of the budget is kept for small requests: a reservation that would leave less than
 * {@link #smallShareBytes} free is granted only to a request that holds at most {@link
 * #SMALL_REQUEST_BYTES}. So a GetItem is answered while large requests use up everything else.
 *
 * <p>Thread-safe and without locks.
 */
public final class MemoryBudget {
  /** A request that reserves no more than this counts as small. */
  public static final long SMALL_REQUEST_BYTES = 256 << 10;

  /** The least budget that is of use: some requests of the largest size. */
  public static final long LEAST_BYTES = 24L << 20;

  private static final long SMALL_SHARE = 4;
  private static final MemoryBudget UNLIMITED = new MemoryBudget(Long.MAX_VALUE);

  private final long totalBytes;
  private final long smallShareBytes;
  private final AtomicLong reserved = new AtomicLong();
  private final LongAdder refusals = new LongAdder();

  /**
   * A budget.
   *
   * @param totalBytes of all requests together; a quarter of it is kept for small requests
   */
  public MemoryBudget(long totalBytes) {
    this.totalBytes = totalBytes;
    this.smallShareBytes = totalBytes / SMALL_SHARE;
  }

  /** The budget of work that no client requested: it always has room. */
  public static MemoryBudget unlimited() {
    return UNLIMITED;
  }

  /**
   * A budget for a heap of this size: three tenths of it, and never less than {@link #LEAST_BYTES}.
   */
  public static MemoryBudget ofHeap(long heapBytes) {
    return new MemoryBudget(Math.max(LEAST_BYTES, heapBytes / 10 * 3));
  }

  /**
   * Reserves bytes for a request.
   *
   * @param more bytes beyond those that the request holds already
   * @param held bytes that the request holds already
   * @param always whether they are reserved even if they exceed the budget
   * @return whether they were reserved
   */
  boolean reserve(long more, long held, boolean always) {
    if (reserved.addAndGet(more) <= limit(held + more) || always) {
      return true;
    }
    reserved.addAndGet(-more);
    refusals.increment();
    return false;
  }

  private long limit(long requestBytes) {
    return requestBytes <= SMALL_REQUEST_BYTES ? totalBytes : totalBytes - smallShareBytes;
  }

  /** Whether a new request that holds so many bytes would be granted them now. */
  public boolean hasRoomFor(long bytes) {
    return reserved.get() + RequestBudget.roundedUp(bytes) <= limit(bytes);
  }

  void release(long bytes) {
    reserved.addAndGet(-bytes);
  }

  /** The bytes of all requests together. */
  public long totalBytes() {
    return totalBytes;
  }

  /** The part of {@link #totalBytes} that only small requests may use. */
  public long smallShareBytes() {
    return smallShareBytes;
  }

  /** The bytes that requests hold now. */
  public long reservedBytes() {
    return reserved.get();
  }

  /** How often a reservation was refused since the start. */
  public long refusals() {
    return refusals.sum();
  }
}
