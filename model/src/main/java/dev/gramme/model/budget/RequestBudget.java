package dev.gramme.model.budget;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one request has used, and whether it may use more: memory out of the process's {@link
 * MemoryBudget}, and work.
 *
 * <p>Work is counted in steps. A step is about one byte that is decoded, compared, searched or
 * copied, or one node of an expression that is evaluated: about a nanosecond. Code whose time
 * depends on what a client sent calls {@link #spend} as it goes.
 *
 * <p>A request that runs on an event loop has a short turn ({@link #beginTurn}). When the turn is
 * used up, {@link #spend} throws {@link TurnOver}, and the caller runs the request again on a
 * thread where it keeps nobody waiting. Only code without effects may run within a turn.
 *
 * <p>The methods for memory and {@link #cancel} may be called by any thread. Work is counted by one
 * thread at a time; a race would only miscount it.
 */
public final class RequestBudget implements AutoCloseable {
  /** The most steps of one request: some 50 ms. 100 items of the largest size fit. */
  public static final long MOST_STEPS = 64L << 20;

  /** The steps of a turn on an event loop: a few hundred microseconds. */
  public static final long TURN_STEPS = 256 << 10;

  /** Memory is reserved in pieces of this size, so that small requests reserve once. */
  private static final long PIECE_BYTES = 16 << 10;

  private static final RequestBudget UNLIMITED = new RequestBudget(MemoryBudget.unlimited());

  private final MemoryBudget memory;
  private long usedBytes;
  private long reservedBytes;
  private long answerCredit;
  private long turnBytes;
  private long beforeTurn;
  private boolean committed;
  private long steps;
  private long pause = MOST_STEPS;
  private volatile boolean cancelled;
  private final @Nullable RequestBudget parent;
  private final List<RequestBudget> parts = new ArrayList<>(0);

  /** A budget of a request that has used nothing yet. */
  public RequestBudget(MemoryBudget memory) {
    this(memory, null);
  }

  private RequestBudget(MemoryBudget memory, @Nullable RequestBudget parent) {
    this.memory = memory;
    this.parent = parent;
  }

  /**
   * A budget for a part of the request that runs beside others, with work and turns of its own. It
   * is closed and cancelled with this one.
   */
  public synchronized RequestBudget part() {
    if (this == UNLIMITED) {
      return this;
    }
    var part = new RequestBudget(memory, this);
    part.cancelled = cancelled;
    parts.add(part);
    return part;
  }

  /** The budget of work that no client requested. It is shared, and neither counts nor refuses. */
  public static RequestBudget unlimited() {
    return UNLIMITED;
  }

  /**
   * Reserves bytes that the request is about to hold until its answer is sent.
   *
   * @throws ApiError a ThrottlingException, which clients repeat, if the process has no more
   */
  public void reserve(long bytes) {
    if (!tryReserve(bytes)) {
      throw overloaded();
    }
  }

  /** The answer to a request for which the process has no memory left. */
  public static ApiError overloaded() {
    return ApiError.of(ErrorType.THROTTLING, "Rate exceeded");
  }

  /** Whether a reservation of so many bytes would be granted now. */
  public boolean hasRoomFor(long bytes) {
    return memory.hasRoomFor(bytes);
  }

  /** Reserves bytes as {@link #reserve}; false if the process has no more. */
  public synchronized boolean tryReserve(long bytes) {
    if (this == UNLIMITED) {
      return true;
    }
    long needed = usedBytes + bytes;
    if (needed > reservedBytes) {
      long more = roundedUp(needed) - reservedBytes;
      if (!memory.reserve(more, reservedBytes, committed)) {
        return false;
      }
      reservedBytes += more;
    }
    usedBytes = needed;
    return true;
  }

  /** The bytes in whole pieces, as they are reserved. */
  static long roundedUp(long bytes) {
    return (bytes + PIECE_BYTES - 1) / PIECE_BYTES * PIECE_BYTES;
  }

  /**
   * Reserves the bytes of a part of the answer before it is written, so that {@link #writeAnswer}
   * need not.
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
   * Counts bytes of the answer as they are written: those that were expected are reserved already.
   *
   * @throws ApiError as {@link #reserve}
   */
  public synchronized void writeAnswer(long bytes) {
    long expected = Math.min(answerCredit, bytes);
    reserve(bytes - expected);
    answerCredit -= expected;
  }

  /**
   * The request has had its effect. From now on reservations are granted whatever is left of the
   * budget, since its answer has to be sent.
   */
  public void commit() {
    synchronized (this) {
      committed = true;
    }
    if (parent != null) {
      parent.commit(); // not within the lock: a parent locks its parts
    }
  }

  /** Gives back bytes that the request no longer holds. */
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
   * Counts work that is about to be done.
   *
   * @throws ApiError a ValidationException if the request has used up its work
   * @throws TurnOver if the request has used up its turn
   * @throws CancelledRequest if the client is gone
   */
  public void spend(long more) {
    if (this == UNLIMITED) {
      return;
    }
    steps += more;
    if (steps > pause || cancelled) {
      stop();
    }
  }

  private void stop() {
    if (cancelled) {
      throw new CancelledRequest();
    }
    if (steps > MOST_STEPS) {
      throw ApiError.validation(
          "The request needs more work than one request may: it examines more than "
              + MOST_STEPS
              + " bytes. Use shorter operands or fewer items.");
    }
    throw new TurnOver();
  }

  /**
   * Whether so much of the work is used up that a request which can end early, with a page of what
   * it has, should do so.
   */
  public boolean isNearlyUsedUp() {
    return steps > MOST_STEPS / 2;
  }

  /** The work that was done. */
  public long steps() {
    return steps;
  }

  /** Gives the request a turn: {@link #spend} throws {@link TurnOver} when it is used up. */
  public void beginTurn() {
    beginTurn(TURN_STEPS);
  }

  /** Gives the request a turn of so many steps. */
  public void beginTurn(long turnSteps) {
    if (this == UNLIMITED) {
      return;
    }
    turnBytes = usedBytes();
    beforeTurn = steps;
    pause = Math.min(steps + turnSteps, MOST_STEPS);
  }

  /** Ends the turn: from now on only {@link #MOST_STEPS} and {@link #cancel} stop the request. */
  public void endTurn() {
    if (this == UNLIMITED) {
      return;
    }
    pause = MOST_STEPS;
  }

  /** What was used at a moment. */
  public record Mark(long steps, long usedBytes) {}

  /** What is used now, for {@link #rewind}. */
  public synchronized Mark mark() {
    return new Mark(steps, usedBytes);
  }

  /** Forgets the work, and gives back the memory, since a moment: what was done is done again. */
  public synchronized void rewind(Mark mark) {
    if (this != UNLIMITED) {
      steps = mark.steps();
      answerCredit = 0;
      release(usedBytes - mark.usedBytes());
    }
  }

  /**
   * Ends the turn of a request that is run again: forgets its work, and gives back the memory that
   * it has reserved since the turn began.
   */
  public synchronized void restart() {
    steps = beforeTurn;
    pause = MOST_STEPS;
    answerCredit = 0;
    release(usedBytes - turnBytes);
  }

  /** Ends the work of the request as soon as it looks: its client is gone. */
  public synchronized void cancel() {
    if (this != UNLIMITED) {
      cancelled = true;
      parts.forEach(RequestBudget::cancel);
    }
  }

  /** Whether the client is gone. */
  public boolean isCancelled() {
    return cancelled;
  }

  /** Gives all memory back. The budget may be closed several times. */
  @Override
  public synchronized void close() {
    parts.forEach(RequestBudget::close);
    if (reservedBytes > 0) {
      memory.release(reservedBytes);
      reservedBytes = 0;
      usedBytes = 0;
    }
  }

  /** The turn of a request is over; it is to be run again where it keeps nobody waiting. */
  public static final class TurnOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private TurnOver() {
      super("the turn of the request is over", null, false, false);
    }
  }

  /** The client of a request is gone, and its work has ended unfinished. */
  public static final class CancelledRequest extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private CancelledRequest() {
      super("the client of the request is gone", null, false, false);
    }
  }
}
