package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gramme.embedded.junit.GrammeExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@ExtendWith(GrammeExtension.class)
class TicketsTest {
  @Test
  void an_answered_ticket_leaves_the_list_of_open_ones(DynamoDbClient dynamo) {
    var tickets = TicketsTable.of(dynamo);
    tickets.table().createIfAbsent();
    tickets.open(new Ticket("billing", 1, Ticket.State.OPEN, "Why twice?"));
    tickets.open(new Ticket("billing", 2, Ticket.State.OPEN, "Where is my invoice?"));
    assertTrue(tickets.ticket("billing", 1).isPresent());
    tickets.move("billing", 1, Ticket.State.ANSWERED);
    assertEquals(1, tickets.oldest(Ticket.State.OPEN).size());
    assertEquals("Why twice?", tickets.oldest(Ticket.State.ANSWERED).getFirst().question());
  }
}
