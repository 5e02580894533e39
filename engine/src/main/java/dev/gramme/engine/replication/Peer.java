package dev.gramme.engine.replication;

/** Another region, which is in this process or in another one. */
public interface Peer {

  /**
   * Tells the region something and waits for what it says to that. A message may be told again when
   * it is not known whether it arrived.
   *
   * @throws UnreachableException if it cannot be told now
   */
  Reply tell(Message message);

  /** What a region says to a message. */
  enum Reply {
    /** What was to be done is done, now or earlier. */
    DONE,
    /** There is no such table. */
    NO_TABLE,
    /** The table is not a replica of the sender's. */
    NOT_A_REPLICA,
    /** Not now. */
    BUSY,
    /** It was not understood, or cannot be. */
    REFUSED
  }

  /** That a region cannot be reached. */
  final class UnreachableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnreachableException(String message, Throwable cause) {
      super(message, cause);
    }

    public UnreachableException(String message) {
      super(message);
    }
  }
}
