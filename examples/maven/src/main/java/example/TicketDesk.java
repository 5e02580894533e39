package example;

import dev.gramme.toolkit.Cursor;
import java.net.URI;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A program for a database at an address. */
public final class TicketDesk {
  private TicketDesk() {}

  /** Writes some entries to the database at the address, and prints what it reads. */
  public static void main(String[] arguments) {
    try (DynamoDbClient client =
        DynamoDbClient.builder()
            .endpointOverride(URI.create(arguments[0]))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("example", "secret")))
            .build()) {
      run(TicketsTable.of(client));
    }
  }

  private static void run(TicketsTable tickets) {
    System.out.println("Java " + Runtime.version().feature());
    tickets.table().createIfAbsent();
    tickets.open(new Ticket("billing", 1, Ticket.State.OPEN, "Why twice?"));
    tickets.open(new Ticket("delivery", 2, Ticket.State.OPEN, "When?"));
    tickets.save(new Note("billing", 1, "Call the customer."));
    for (Entry entry : tickets.entries("billing")) {
      System.out.println(text(entry));
    }
    tickets
        .ofDesks(List.of("billing", "delivery"), Cursor.start())
        .items()
        .forEach(ticket -> System.out.println(ticket.desk() + " " + ticket.number()));
    System.out.println("later: " + tickets.note("billing", 1).join().orElseThrow().text());
  }

  private static String text(Entry entry) {
    if (entry instanceof Ticket ticket) {
      return "ticket: " + ticket.question();
    }
    return "note: " + ((Note) entry).text();
  }
}
