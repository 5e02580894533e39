package dev.gramme.engine.replication;

/** Another region, in this process or in another one. */
public interface Peer {

  /**
   * Sends a message and waits for the reply. A message may be sent again if it is unknown whether
   * it arrived.
   *
   * @throws UnreachableException if the region cannot be reached
   */
  Reply send(Message message);

  /** The reply of a region. */
  enum Reply {
    /** The request has been executed, now or earlier. */
    DONE,
    /** There is no such table. */
    NO_TABLE,
    /** The sender has no replica of the table. */
    NOT_A_REPLICA,
    /** Not possible at the moment. */
    BUSY,
    /** Invalid, or never possible. */
    REFUSED
  }

  /** Thrown if a region cannot be reached, or cannot execute the request at the moment. */
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
