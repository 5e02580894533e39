package dev.gramme.toolkit.parcels;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.History;
import dev.gramme.toolkit.Version;

/** A remark, whose partition key can begin like those of versions. */
@Entity(pk = "{subject}#{number}", sk = "REMARK")
@History
public record Remark(Subject subject, long number, @Version long version) {

  /** What a remark is about. */
  public enum Subject {
    DELIVERY,
    HISTORY
  }
}
