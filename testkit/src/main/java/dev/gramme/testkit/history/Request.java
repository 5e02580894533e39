package dev.gramme.testkit.history;

/**
 * One request of a history.
 *
 * @param operation such as {@code PutItem}
 * @param body its JSON, in which {@code ${table}} stands for the name of the history's table
 */
public record Request(String operation, String body) {
  /** What stands for the table's name. */
  public static final String TABLE = "${table}";

  /** The body for a table of this name. */
  public String bodyFor(String table) {
    return body.replace(TABLE, table);
  }

  @Override
  public String toString() {
    return operation + " " + body;
  }
}
