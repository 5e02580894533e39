package dev.gramme.transfer;

import dev.gramme.model.Item;
import java.time.Instant;

/** What a {@link Journal} keeps: an import or an export. */
public interface Job {
  /** Fourteen digits of its start in milliseconds, and eight hexadecimal ones. */
  String id();

  /** The ARN, which ends with the id. */
  String arn();

  /** The client's token, or one that was made for an export without one. */
  String token();

  /** The request but its token, as text by which two requests are compared. */
  String request();

  /** When it began. */
  Instant started();

  /** Whether there is work left. */
  boolean isInProgress();

  /** All of it, to be stored. */
  Item encode();
}
