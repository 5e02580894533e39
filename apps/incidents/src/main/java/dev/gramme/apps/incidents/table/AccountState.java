package dev.gramme.apps.incidents.table;

/** The lifecycle state of an account. */
public enum AccountState {
  ACTIVE,
  /** Its items are being deleted; nothing new is written. */
  DELETING,
  /** Only the account's own item is left, until it expires. */
  DELETED
}
