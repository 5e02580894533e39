package dev.gramme.testkit.history;

/**
 * One request of a history.
 *
 * @param operation such as {@code PutItem}
 * @param body its JSON, with the placeholder {@code ${table}} for the name of the history's table
 */
public record Request(String operation, String body) {
  /** The placeholder for the table's name. */
  public static final String TABLE = "${table}";

  /** The body for a table with this name. */
  public String bodyFor(String table) {
    return body.replace(TABLE, table);
  }

  @Override
  public String toString() {
    return operation + " " + body;
  }
}
