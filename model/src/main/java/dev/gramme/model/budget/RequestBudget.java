package dev.gramme.model.budget;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts and limits the resources of one request: memory, which it reserves in the process's {@link
 * MemoryBudget}, and work.
 *
 * <p>Work is counted in steps. A step is about one byte that is decoded, compared, searched or
 * copied, or one node of an expression that is evaluated: about a nanosecond. Code whose time
 * depends on what a client sent calls {@link #spend} as it goes.
 *
 * <p>A request that runs on an event loop gets a turn, which is a short time slice ({@link
 * #beginTurn}). When the turn is used up, {@link #spend} throws {@link TurnOver}, and the caller
 * runs the request again on a worker thread, where it does not delay other requests. Code that runs
 * within a turn must not have side effects, and reads only what is in memory.
 *
 * <p>Any thread may call the methods for memory and {@link #cancel}. Only one thread at a time
 * counts work; a race would only make the count inaccurate.
 */
public final class RequestBudget implements AutoCloseable {
  /**
   * The maximum steps of one request, about 50 ms. This is enough for 100 items of the maximum
   * size.
   */
  public static final long MAX_STEPS = 64L << 20;

  /** The steps of a turn on an event loop, a few hundred microseconds. */
  public static final long TURN_STEPS = 256 << 10;

  /**
   * The steps that a request may compute after it has begun to wait for the disk. For more of them
   * it needs a place among the requests that compute. A page of 1 MB can be decoded with them.
   */
  public static final long WAITING_STEPS = 2 << 20;

  /** The unit in which memory is reserved, so that a small request makes one reservation. */
  private static final long PIECE_BYTES = 16 << 10;

  private static final RequestBudget UNLIMITED = new RequestBudget(MemoryBudget.unlimited());

  private final MemoryBudget memory;
  private long usedBytes;
  private long reservedBytes;
  private long answerCredit;
  private long turnStartBytes;
  private long turnStartSteps;
  private boolean committed;
  private long steps;
  private long stopAfter = MAX_STEPS;
  private volatile boolean cancelled;
  private volatile @Nullable DiskWaits diskWaits;
  private boolean waiting;
  private final @Nullable RequestBudget parent;
  private final List<RequestBudget> parts = new ArrayList<>(0);

  /** The budget of a new request. */
  public RequestBudget(MemoryBudget memory) {
    this(memory, null);
  }

  private RequestBudget(MemoryBudget memory, @Nullable RequestBudget parent) {
    this.memory = memory;
    this.parent = parent;
  }

  /**
   * A budget for one part of a request whose parts run in parallel. Each part has its own work and
   * turns. It is closed and cancelled together with this budget.
   */
  public synchronized RequestBudget part() {
    if (this == UNLIMITED) {
      return this;
    }
    var part = new RequestBudget(memory, this);
    part.cancelled = cancelled;
    part.diskWaits = diskWaits;
    parts.add(part);
    return part;
  }

  /** Whether this is the budget of one part of a request. */
  public boolean isPart() {
    return parent != null;
  }

  /**
   * The budget of work that no client requested. It is shared, counts nothing and has no limits.
   */
  public static RequestBudget unlimited() {
    return UNLIMITED;
  }

  /**
   * Reserves bytes that the request will hold until its response is sent.
   *
   * @throws ApiError a ThrottlingException, after which clients retry, if the memory budget is
   *     exhausted
   */
  public void reserve(long bytes) {
    if (!tryReserve(bytes)) {
      throw overloaded();
    }
  }

  /** The error for a request for which the memory budget is exhausted. */
  public static ApiError overloaded() {
    return ApiError.of(ErrorType.THROTTLING, "Rate exceeded");
  }

  /** Whether a new request could reserve this number of bytes now. */
  public boolean hasRoomFor(long bytes) {
    return memory.hasRoomFor(bytes);
  }

  /** Like {@link #reserve}, but returns false if the memory budget is exhausted. */
  public boolean tryReserve(long bytes) {
    return tryReserve(bytes, PIECE_BYTES);
  }

  /**
   * Like {@link #tryReserve}, but without memory in advance for what follows. Many requests may
   * wait this way before they run.
   */
  public boolean tryReserveExactly(long bytes) {
    return tryReserve(bytes, 1);
  }

  private synchronized boolean tryReserve(long bytes, long unit) {
    if (this == UNLIMITED) {
      return true;
    }
    long needed = usedBytes + bytes;
    if (needed > reservedBytes) {
      long more = roundedUp(needed, unit) - reservedBytes;
      if (!memory.reserve(more, reservedBytes, committed)) {
        return false;
      }
      reservedBytes += more;
    }
    usedBytes = needed;
    return true;
  }

  /** The number of bytes rounded up to whole pieces. */
  static long roundedUp(long bytes) {
    return roundedUp(bytes, PIECE_BYTES);
  }

  private static long roundedUp(long bytes, long unit) {
    return (bytes + unit - 1) / unit * unit;
  }

  /**
   * Reserves the bytes of a part of the response before it is written. {@link #writeAnswer} does
   * not reserve them again.
   *
   * @throws ApiError as {@link #reserve}
   */
  public void expectAnswer(long bytes) {
    reserve(bytes);
    addCredit(bytes);
  }

  private synchronized void addCredit(long bytes) {
    answerCredit += bytes;
  }

  /**
   * Reserves bytes of the response that is being written, except those that {@link #expectAnswer}
   * has reserved.
   *
   * @throws ApiError as {@link #reserve}
   */
  public synchronized void writeAnswer(long bytes) {
    long expected = Math.min(answerCredit, bytes);
    reserve(bytes - expected);
    answerCredit -= expected;
  }

  /**
   * Records that the request has taken effect. From now on its reservations always succeed, because
   * its response has to be sent.
   */
  public void commit() {
    synchronized (this) {
      committed = true;
    }
    if (parent != null) {
      parent.commit(); // outside the lock, because a parent locks its parts
    }
  }

  /** Releases bytes that the request no longer holds. */
  public synchronized void release(long bytes) {
    if (this == UNLIMITED) {
      return;
    }
    usedBytes -= bytes;
    long surplus = reservedBytes - roundedUp(usedBytes);
    if (surplus > 0) {
      memory.release(surplus);
      reservedBytes -= surplus;
    }
  }

  /** The bytes that the request holds. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /**
   * Counts work before it is done. After {@link #beginWaiting} it may block until the request has a
   * place among those that compute, so do not call it while you hold a lock.
   *
   * @throws ApiError a ValidationException if the request exceeds {@link #MAX_STEPS}
   * @throws TurnOver if the request has used up its turn
   * @throws CancelledRequest if the client has disconnected
   */
  public void spend(long more) {
    if (this == UNLIMITED) {
      return;
    }
    steps += more;
    if (steps > stopAfter || cancelled) {
      stop();
    }
  }

  private void stop() {
    if (cancelled) {
      throw new CancelledRequest();
    }
    if (steps > MAX_STEPS) {
      throw ApiError.validation(
          "The request needs more work than one request may: it examines more than "
              + MAX_STEPS
              + " bytes. Use shorter operands or fewer items.");
    }
    if (!waiting) {
      throw new TurnOver(false);
    }
    endWaiting();
    if (cancelled) {
      throw new CancelledRequest();
    }
  }

  /**
   * Whether more than half of the permitted work is used. A request that can return a shorter page
   * should then do so.
   */
  public boolean isNearlyUsedUp() {
    return steps > MAX_STEPS / 2;
  }

  /** The steps counted so far. */
  public long steps() {
    return steps;
  }

  /**
   * Begins a turn of {@link #TURN_STEPS}. {@link #spend} throws {@link TurnOver} when it is used
   * up.
   */
  public void beginTurn() {
    beginTurn(TURN_STEPS);
  }

  /** Begins a turn of this number of steps. */
  public void beginTurn(long turnSteps) {
    if (this == UNLIMITED) {
      return;
    }
    waiting = false;
    turnStartBytes = usedBytes();
    turnStartSteps = steps;
    stopAfter = Math.min(steps + turnSteps, MAX_STEPS);
  }

  /** Whether the request runs within a turn, in which it must not wait for anything. */
  public boolean isInTurn() {
    return stopAfter < MAX_STEPS && !waiting;
  }

  /**
   * The exception with which a request leaves its turn, because it would have to wait. Throw it
   * only within a turn.
   */
  public TurnOver turnOver() {
    return new TurnOver(true);
  }

  /** What a request does before and after it waits for the disk outside a turn. */
  public interface DiskWaits {
    /** The request has computed so far, and from now on it mainly waits. */
    void beginWaiting();

    /** The request has waited, and from now on it computes again. May block. */
    void endWaiting();
  }

  /**
   * Sets what the request does before and after it waits for the disk outside a turn, such as to
   * leave its place to a request that computes.
   *
   * @param waits whether the request mainly waits from the beginning, without {@link
   *     DiskWaits#beginWaiting}
   */
  public void onWaiting(DiskWaits action, boolean waits) {
    if (this != UNLIMITED) {
      diskWaits = action;
      waiting = waits;
      stopAfter = waits ? Math.min(steps + WAITING_STEPS, MAX_STEPS) : MAX_STEPS;
    }
  }

  /** Whether the request may wait for the disk without calling {@link #beginWaiting} before. */
  public boolean mayWait() {
    return !isInTurn() && (diskWaits == null || waiting);
  }

  /**
   * Call this before the request waits for the disk. Outside a turn only. When the request has
   * computed {@link #WAITING_STEPS} afterwards, {@link #spend} ends the waiting.
   */
  public void beginWaiting() {
    DiskWaits action = diskWaits;
    if (action != null && !waiting) {
      waiting = true;
      stopAfter = Math.min(steps + WAITING_STEPS, MAX_STEPS);
      action.beginWaiting();
    }
  }

  private void endWaiting() {
    waiting = false;
    stopAfter = MAX_STEPS;
    DiskWaits action = diskWaits;
    if (action != null) {
      action.endWaiting();
    }
  }

  /** Ends the turn. From now on only {@link #MAX_STEPS} and {@link #cancel} stop the request. */
  public void endTurn() {
    if (this == UNLIMITED) {
      return;
    }
    waiting = false;
    stopAfter = MAX_STEPS;
  }

  /** The usage at a moment. */
  public record Mark(long steps, long usedBytes, long answerCredit) {}

  /** The current usage, for {@link #rewind}. */
  public synchronized Mark mark() {
    return new Mark(steps, usedBytes, answerCredit);
  }

  /**
   * Resets work and memory to the usage at a mark, because the work since then will be repeated.
   */
  public synchronized void rewind(Mark mark) {
    if (this != UNLIMITED) {
      steps = mark.steps();
      answerCredit = mark.answerCredit();
      release(usedBytes - mark.usedBytes());
    }
  }

  /**
   * Ends the turn of a request that will run again: resets its work to the beginning of the turn
   * and releases the memory that it has reserved since then.
   */
  public synchronized void restart() {
    waiting = false;
    steps = turnStartSteps;
    stopAfter = MAX_STEPS;
    answerCredit = 0;
    release(usedBytes - turnStartBytes);
  }

  /**
   * Cancels the request because its client has disconnected. The next {@link #spend} throws {@link
   * CancelledRequest}.
   */
  public synchronized void cancel() {
    if (this != UNLIMITED) {
      cancelled = true;
      parts.forEach(RequestBudget::cancel);
    }
  }

  /** Whether the request was cancelled. */
  public boolean isCancelled() {
    return cancelled;
  }

  /** Releases all memory. The budget may be closed several times. */
  @Override
  public synchronized void close() {
    parts.forEach(RequestBudget::close);
    if (reservedBytes > 0) {
      memory.release(reservedBytes);
      reservedBytes = 0;
      usedBytes = 0;
    }
  }

  /** The turn of a request is used up. The caller runs the request again on a worker thread. */
  public static final class TurnOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean waiting;

    private TurnOver(boolean waiting) {
      super("the turn of the request is over", null, false, false);
      this.waiting = waiting;
    }

    /** Whether the request would have to wait for the disk; otherwise it has used its steps. */
    public boolean isWaiting() {
      return waiting;
    }
  }

  /** The request was cancelled because its client has disconnected. */
  public static final class CancelledRequest extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private CancelledRequest() {
      super("the client of the request has disconnected", null, false, false);
    }
  }
}
