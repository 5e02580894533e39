package dev.gramme.partiql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.expression.Condition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class AlternativesTest {
  private static List<List<Condition>> of(String where) {
    var read =
        (BoundStatement.Read)
            StatementBinder.bind(
                StatementParser.parse("SELECT * FROM T WHERE " + where), List.of());
    Condition condition = Objects.requireNonNull(read.where());
    var alternatives = Alternatives.of(condition, TestTable.DEFINITION.key());
    return alternatives == null ? List.of() : alternatives;
  }

  private static String in(String attribute, int values) {
    var list = new ArrayList<String>();
    for (int i = 0; i < values; i++) {
      list.add(attribute.equals("pk") ? "'" + i + "'" : Integer.toString(i));
    }
    return attribute + " IN [" + String.join(",", list) + "]";
  }

  @Test
  void terms_keep_their_order_and_the_last_one_changes_first() {
    assertThat(of("x = 0 AND pk IN ['a','b'] AND sk IN [1,2] AND y = 3").toString())
        .matches(".*x.*a.*1.*y.*x.*a.*2.*y.*x.*b.*1.*y.*x.*b.*2.*y.*");
  }

  @Test
  void many_ranges_of_many_terms_become_a_scan() {
    String terms = " AND x = 1".repeat(10);
    assertThat(of(in("pk", 50) + " AND " + in("sk", 100) + terms)).hasSize(5000);
    String more = String.join("", Collections.nCopies(200, " AND x = 1"));
    assertThat(of(in("pk", 50) + " AND " + in("sk", 100) + more)).isEmpty();
  }
}
