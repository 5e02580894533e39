package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.List;

/** The text of a statement in the making, with its values. */
final class Cql {
  /** A statement has at most 65,535 values beside its text. */
  private static final int MOST_VALUES = 60_000;

  private final StringBuilder text = new StringBuilder();
  private final List<Object> values = new ArrayList<>();
  private final boolean inline;

  /**
   * A statement.
   *
   * @param values how many it will have, about
   */
  Cql(int values) {
    this.inline = values > MOST_VALUES;
  }

  /** Goes on with text. */
  Cql add(String more) {
    text.append(more);
    return this;
  }

  /** Goes on with a value. */
  Cql value(Bytes bytes) {
    if (inline) {
      text.append("0x").append(bytes);
    } else {
      text.append('?');
      values.add(bytes.buffer());
    }
    return this;
  }

  /** Goes on with a number. */
  Cql number(long number) {
    text.append(number);
    return this;
  }

  SimpleStatement statement() {
    return SimpleStatement.newInstance(text.toString(), values.toArray());
  }
}
