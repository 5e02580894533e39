package dev.gramme.apps.savings.bank;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The bank's customers, page by page. */
public final class CustomerList {
  /** The largest page. */
  public static final int MOST = 100;

  /** With the parameters: after, and three times the text. */
  static final String PAGE =
      "SELECT person_id, name, segment FROM bank.customer WHERE person_id > ?"
          + " AND (? = '' OR position(? IN lower(name)) > 0 OR position(? IN person_id) > 0)"
          + " ORDER BY person_id LIMIT ?";

  private final DataSource database;

  public CustomerList(DataSource database) {
    this.database = database;
  }

  /** A customer in the list. */
  public record Entry(String personId, String name, String segment) {}

  /**
   * A page.
   *
   * @param next the position of the next page, unless this is the last one
   */
  public record Page(List<Entry> customers, @Nullable String next) {
    public Page {
      customers = List.copyOf(customers);
    }
  }

  /**
   * The customers, by their ids, whose id or name contains a text.
   *
   * @param search the text in any case; empty for all customers
   * @param after the position of a page; empty for the first one
   * @param limit at most {@link #MOST}
   */
  public Page find(String search, String after, int limit) throws SQLException {
    var found = new ArrayList<Entry>();
    try (var connection = database.getConnection();
        var select = Bank.prepare(connection, PAGE, after, search, search, search, limit + 1);
        var rows = select.executeQuery()) {
      while (rows.next()) {
        found.add(new Entry(rows.getString(1), rows.getString(2), rows.getString(3)));
      }
    }
    if (found.size() <= limit) {
      return new Page(found, null);
    }
    var page = found.subList(0, limit);
    return new Page(page, page.getLast().personId());
  }
}
