package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;

/** A contact method of a user. */
@Entity(pk = "acct_{account}#user_{user}", sk = "cm_{method}")
public record ContactMethod(Ksuid account, Ksuid user, Ksuid method, Kind kind, String address)
    implements Personal {
  /** The kind of address. */
  public enum Kind {
    EMAIL,
    PHONE,
    PUSH
  }
}
