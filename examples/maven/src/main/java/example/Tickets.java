package example;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Update;
import java.util.List;
import java.util.Optional;

/** All requests of the program. */
@AccessPatterns(table = "tickets")
public interface Tickets {
  @Create
  void open(Ticket ticket);

  @Get
  Optional<Ticket> ticket(String desk, int number);

  @Update
  Ticket move(String desk, int number, Ticket.State state);

  @Query(index = "byState", limit = 20)
  List<Ticket> oldest(Ticket.State state);
}
