package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.entity.Counter;
import java.util.List;

/** Consecutive numbers from a counter item. */
public final class AutoIncrement implements Pattern {
  @Entity(pk = "INVOICES", sk = "INVOICE#{number:6}")
  record Invoice(long number, String customer) {}

  @AccessPatterns(table = "invoices")
  interface Queries {
    @Create
    void issue(Invoice invoice);

    @Query
    List<Invoice> invoices();
  }

  @Override
  public String title() {
    return "Atomic counter for numbers in sequence";
  }

  @Override
  public String problem() {
    return "New items need numbers in sequence, without duplicates.";
  }

  @Override
  public String purpose() {
    return """
    One item is the counter. An update increments it and returns the new number, so no two callers get
    the same number. A number that is taken but not used leaves a gap. In a sort key the number has
    leading zeros. One item allows 1,000 writes a second. For more, take numbers in blocks.
    """;
  }

  @Override
  public void show(Stage stage) {
    var table = stage.table(AutoIncrement_QueriesTable.schema());
    var invoices = AutoIncrement_QueriesTable.of(table);
    Counter numbers = Counter.of(table, "invoices");
    long first = stage.read("the next number", numbers::next);
    stage.write("an item with this number", () -> invoices.issue(new Invoice(first, "tom")));
    long block = stage.read("the first number of a block of a hundred", () -> numbers.next(100));
    invoices.issue(new Invoice(block, "ann"));
    stage.read("the last number that was taken", numbers::current);
    stage.read("the items in sequence", invoices::invoices);
  }
}
