package dev.gramme.apps.web.database;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Links to the tables of an application in the console of the server that holds them. A database in
 * this process and Amazon's service have no such console, so then there are no links.
 */
public final class ConsoleLinks {
  private final String server;
  private final List<Link> links = new ArrayList<>();

  /**
   * A link.
   *
   * @param title its text
   * @param address where it leads
   */
  public record Link(String title, String address) {}

  private ConsoleLinks(String server) {
    this.server = server;
  }

  /**
   * No links yet.
   *
   * @param database the value of the setting of the database; only an address has links
   */
  public static ConsoleLinks of(String database) {
    boolean isAddress = database.startsWith("http://") || database.startsWith("https://");
    return new ConsoleLinks(isAddress ? database.replaceFirst("/+$", "") : "");
  }

  /**
   * Adds a link to a table.
   *
   * @param parameters names and values of the console's address, such as {@code mode}, {@code
   *     query}, {@code pk}, {@code accounts}
   */
  public ConsoleLinks table(String title, String table, String... parameters) {
    if (!server.isEmpty()) {
      var query = new StringJoiner("&", "?", "").setEmptyValue("");
      for (int i = 0; i < parameters.length; i += 2) {
        query.add(parameters[i] + "=" + encoded(parameters[i + 1]));
      }
      links.add(new Link(title, server + "/console#/table/" + encoded(table) + query));
    }
    return this;
  }

  /** The links, in the order in which they were added. */
  public List<Link> links() {
    return List.copyOf(links);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
