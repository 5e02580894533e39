package dev.gramme.toolkit.page;

/** A cursor cannot be used. Its text comes from outside, so this is an error of who sent it. */
public final class CursorRefused extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** Why. */
  public enum Reason {
    /** It is no cursor at all. */
    MALFORMED("this is no cursor"),
    /** It was made by a version of the toolkit that this one does not know. */
    UNKNOWN_VERSION("this cursor was made by another version"),
    /** It belongs to another access pattern, or to the same with other arguments. */
    OTHER_QUERY("this cursor belongs to another query"),
    /** It was signed with a key that is not known any more. */
    UNKNOWN_KEY("this cursor was signed with a key that is no longer known"),
    /** It was changed, or not made here. */
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

  /** Why it is refused. */
  public Reason reason() {
    return reason;
  }
}
