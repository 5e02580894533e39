package dev.gramme.toolkit.desk;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.ConditionCheck;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.IdempotencyKey;
import dev.gramme.toolkit.Include;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Replace;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.TransactGet;
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

  /** The key of a ticket, and what an escalation changes. */
  record Escalation(
      String desk, long number, Optional<String> escalatedTo, Instant opened, boolean open) {}

  /** The key of an article, and the title that it must not have. */
  record OtherTitle(String name, String banned) {}

  @Transaction
  void escalateWith(
      @Update(Ticket.class) Escalation escalation,
      @ConditionCheck(value = Article.class, condition = "title <> :banned") OtherTitle article,
      @Create Vote vote);

  @Transaction
  void voteOn(@ConditionCheck Article article, @Put Vote vote);

  /** The key of a vote. */
  record VoteKey(String article, String shard, long number) {}

  @Transaction
  void moveVote(
      @Delete(value = Vote.class, condition = "number < :most") DroppedVote dropped,
      @ConditionCheck(value = Vote.class, absent = true) VoteKey other,
      @Update(value = Ticket.class, condition = "open = :open") Renamed ticket);

  /** The key of a vote to delete, and the limit of its number. */
  record DroppedVote(String article, String shard, long number, long most) {}

  /** The key of a ticket, its new subject, and whether it must be open. */
  record Renamed(String desk, long number, String subject, boolean open) {}

  /** A ticket, an article and a vote. */
  record Desk(Ticket ticket, Optional<Article> article, Optional<Vote> vote) {}

  /** The key of a ticket. */
  record TicketKey(String desk, long number) {}

  /** The key of an article. */
  record ArticleKey(String name) {}

  @TransactGet
  Desk desk(TicketKey ticket, ArticleKey article, VoteKey vote);

  @Update(upsert = true)
  Tally count(String desk, String word, @Add long count, @Include("tags") String tag);

  @Update(
      value = Tally.class,
      upsert = true,
      condition = "attribute_not_exists(count) OR count < :most")
  void limited(String desk, String word, @Add long count, Optional<String> last, long most);

  /** The key of a tally, and what is added. */
  record Counted(String desk, String word, @Add long count) {}

  @Transaction
  void voteAndCount(@Create Vote vote, @Update(value = Tally.class, upsert = true) Counted counted);

  @Query(index = "byWord")
  List<Tally> tallies(String word);

  @Query(index = "byLast")
  List<Tally> talliesOf(String last);

  @Query(index = "escalated")
  List<Ticket> escalatedSince(String escalatedTo, Range<Instant> opened);
}
