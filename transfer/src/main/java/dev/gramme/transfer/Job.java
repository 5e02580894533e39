package dev.gramme.transfer;

import dev.gramme.model.Item;
import java.time.Instant;

/** A job in a {@link Journal}: an import or an export. */
public interface Job {
  /** The start in milliseconds as fourteen digits, and eight hexadecimal digits. */
  String id();

  /** The ARN, which ends with the id. */
  String arn();

  /** The name of the table. */
  String tableName();

  /** The client's token, or a generated one for an export without a token. */
  String token();

  /** The request without its token, as text; two requests are equal if these texts are. */
  String request();

  /** When the job began. */
  Instant started();

  /** Whether the job has work left. */
  boolean isInProgress();

  /** The whole job, to be stored. */
  Item encode();
}
