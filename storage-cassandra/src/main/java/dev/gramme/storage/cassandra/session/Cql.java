package dev.gramme.storage.cassandra.session;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.cassandra.row.Bytes;
import java.util.ArrayList;
import java.util.List;

/** Builds the text of a CQL statement together with its bound values. */
public final class Cql {
  /** Cassandra allows 65,535 bound values. A statement with more has its values in the text. */
  private static final int MAX_BOUND_VALUES = 60_000;

  private final StringBuilder text = new StringBuilder();
  private final List<Object> values = new ArrayList<>();
  private final boolean inline;

  /**
   * An empty statement.
   *
   * @param expectedValues about how many values it will have
   */
  public Cql(int expectedValues) {
    this.inline = expectedValues > MAX_BOUND_VALUES;
  }

  /** Appends text. */
  public Cql add(String more) {
    text.append(more);
    return this;
  }

  /** Appends a value. */
  public Cql value(Bytes bytes) {
    if (inline) {
      text.append("0x").append(bytes);
    } else {
      text.append('?');
      values.add(bytes.buffer());
    }
    return this;
  }

  /** Appends a number as text. */
  public Cql number(long number) {
    text.append(number);
    return this;
  }

  /** The finished statement. */
  public SimpleStatement statement() {
    return SimpleStatement.newInstance(text.toString(), values.toArray());
  }
}
