package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gramme.embedded.Gramme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TicketDeskTest {
  /** The program runs in a process of its own, with its own libraries and perhaps an older Java. */
  @Test
  void the_program_works_with_a_database_at_an_address() throws IOException {
    String home = System.getProperty("program.java");
    String version = System.getProperty("program.java.version");
    try (var gramme = Gramme.inMemory();
        var endpoint = gramme.listen()) {
      Process program =
          new ProcessBuilder(
                  home + "/bin/java",
                  "-cp",
                  System.getProperty("program.classpath"),
                  "example.TicketDesk",
                  endpoint.uri().toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String printed =
          new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(
          List.of(
              "Java " + version,
              "note: Call the customer.",
              "ticket: Why twice?",
              "billing 1",
              "delivery 2",
              "later: Call the customer."),
          printed.lines().toList());
    }
  }
}
