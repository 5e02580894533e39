package dev.gramme.toolkit.desk;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.IdempotencyKey;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Replace;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.Versions;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The access patterns of the desk's table. */
@AccessPatterns(
    table = "desk",
    pk = "p",
    sk = "s",
    type = "t",
    indexes =
        @IndexKeys(
            name = "byPriority",
            pk = {"desk", "priority"},
            sk = {"day", "number"}))
public interface DeskQueries {
  @Get
  Ticket ticket(String desk, long number);

  @Put
  void save(Ticket ticket);

  @Replace(condition = "cost < :most AND reporter.name = :name")
  Ticket replace(Ticket ticket, long most, String name);

  @Delete(value = Ticket.class, condition = "open = :open")
  Optional<Ticket> close(String desk, long number, boolean open);

  @Update
  Ticket escalate(String desk, long number, Optional<String> escalatedTo, Instant opened);

  @Query(index = "escalated")
  List<Ticket> escalated(String escalatedTo);

  @Query(index = "byPriority")
  Stream<Ticket> byDay(String desk, Priority priority, Range<LocalDate> day);

  @Query(index = "byPriority")
  List<Ticket> ofDay(String desk, Priority priority, LocalDate day, Range<Long> number);

  @Query(index = "newest")
  Optional<Ticket> newest(String desk);

  @Query(limit = 3)
  Page<Ticket> ofDesks(List<String> desk, Cursor after);

  @Scan(segments = 3)
  List<Ticket> all();

  @Put
  Article publish(Article article);

  @Get
  Optional<Article> article(String name);

  @Versions
  List<Article> versions(String name);

  @Create
  void vote(Vote vote);

  @Query
  List<Vote> votes(String article, int limit);

  @Query
  List<Vote> votesOfShard(String article, String shard, Range<Long> number);

  @Transaction
  boolean handle(@IdempotencyKey String message, @Put Vote vote);

  @Transaction
  void recast(@Delete Vote cast, @Create Vote vote);

  @Query(index = "escalated")
  List<Ticket> escalatedSince(String escalatedTo, Range<Instant> opened);
}
