package dev.gramme.toolkit.page;

/** A cursor is invalid. Cursors come from clients, so this is a client error. */
public final class CursorRefused extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** The reason. */
  public enum Reason {
    /** The token is not a cursor. */
    MALFORMED("this is not a cursor"),
    /** The token was created by an unsupported version of the toolkit. */
    UNKNOWN_VERSION("this cursor was made by another version"),
    /** The cursor belongs to another access pattern, or to other arguments. */
    OTHER_QUERY("this cursor belongs to another query"),
    /** The cursor was signed with a key that is no longer accepted. */
    UNKNOWN_KEY("this cursor was signed with a key that is no longer known"),
    /** The cursor was modified, or not created here. */
    FORGED("this cursor has a wrong signature");

    private final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  private final Reason reason;

  CursorRefused(Reason reason) {
    super(reason.text);
    this.reason = reason;
  }

  /** The reason. */
  public Reason reason() {
    return reason;
  }
}
