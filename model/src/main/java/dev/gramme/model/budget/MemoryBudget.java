package dev.gramme.model.budget;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The heap memory that all requests of a process may use in total. The {@link RequestBudget} of a
 * request reserves here the memory that the request holds, from the first byte of its body until
 * the last byte of its response is sent.
 *
 * <p>A part of the budget is reserved for small requests: a reservation that would leave less than
 * {@link #smallShareBytes} free is granted only to a request that holds at most {@link
 * #SMALL_REQUEST_BYTES}. So the server can still answer a GetItem while large requests use the rest
 * of the budget.
 *
 * <p>Thread-safe and lock-free.
 */
public final class MemoryBudget {
  /** The maximum reservation of a small request. */
  public static final long SMALL_REQUEST_BYTES = 256 << 10;

  /** The minimum of {@link #ofHeap}, which suffices for some requests of the maximum size. */
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
   * @param totalBytes the total for all requests; a quarter of it is reserved for small requests
   */
  public MemoryBudget(long totalBytes) {
    this.totalBytes = totalBytes;
    this.smallShareBytes = totalBytes / SMALL_SHARE;
  }

  /** The budget of work that no client requested. It has no limit. */
  public static MemoryBudget unlimited() {
    return UNLIMITED;
  }

  /** A budget of 30 % of the heap size, but at least {@link #LEAST_BYTES}. */
  public static MemoryBudget ofHeap(long heapBytes) {
    return new MemoryBudget(Math.max(LEAST_BYTES, heapBytes / 10 * 3));
  }

  /**
   * Reserves bytes for a request.
   *
   * @param more the additional bytes
   * @param held the bytes that the request holds already
   * @param always whether to reserve them even if they exceed the budget
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

  /** Whether a new request could reserve this number of bytes now. */
  public boolean hasRoomFor(long bytes) {
    return reserved.get() + RequestBudget.roundedUp(bytes) <= limit(bytes);
  }

  void release(long bytes) {
    reserved.addAndGet(-bytes);
  }

  /** The size of the budget. */
  public long totalBytes() {
    return totalBytes;
  }

  /** The part of {@link #totalBytes} that only small requests may use. */
  public long smallShareBytes() {
    return smallShareBytes;
  }

  /** The bytes that are reserved now. */
  public long reservedBytes() {
    return reserved.get();
  }

  /** The number of refused reservations since the start. */
  public long refusals() {
    return refusals.sum();
  }
}
