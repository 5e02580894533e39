package dev.gramme.embedded.versions;

import dev.gramme.embedded.Gramme;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Uses a database in memory, and then opens the folder that is the first argument. */
public final class RunInMemory {
  private RunInMemory() {}

  /** Prints what happens. */
  public static void main(String[] arguments) {
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    try (var gramme = Gramme.inMemory()) {
      out.println("tables " + gramme.client().listTables().tableNames());
      out.println("tables " + gramme.asyncClient().listTables().join().tableNames());
    }
    try (var gramme = Gramme.open(Path.of(arguments[0]))) {
      out.println("opened " + gramme.client().listTables().tableNames());
    } catch (IllegalStateException e) {
      out.println(e.getMessage());
    }
  }
}
