package example;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Update;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** All requests of the program. */
@AccessPatterns(table = "tickets")
public interface Tickets {
  @Create
  void open(Ticket ticket);

  @Put
  void save(Entry entry);

  @Get
  Optional<Ticket> ticket(String desk, int number);

  @Update
  Ticket move(String desk, int number, Ticket.State state);

  @Query(index = "byState", limit = 20)
  List<Ticket> oldest(Ticket.State state);

  @Collection
  List<Entry> entries(String desk);

  @Query(limit = 20)
  Page<Ticket> ofDesks(List<String> desk, Cursor after);

  @Get
  CompletableFuture<Optional<Note>> note(String desk, int number);
}
