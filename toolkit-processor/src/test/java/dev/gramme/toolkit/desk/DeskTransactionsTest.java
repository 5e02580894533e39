package dev.gramme.toolkit.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.desk.DeskQueries.ArticleKey;
import dev.gramme.toolkit.desk.DeskQueries.Counted;
import dev.gramme.toolkit.desk.DeskQueries.Desk;
import dev.gramme.toolkit.desk.DeskQueries.DroppedVote;
import dev.gramme.toolkit.desk.DeskQueries.Escalation;
import dev.gramme.toolkit.desk.DeskQueries.OtherTitle;
import dev.gramme.toolkit.desk.DeskQueries.Renamed;
import dev.gramme.toolkit.desk.DeskQueries.TicketKey;
import dev.gramme.toolkit.desk.DeskQueries.VoteKey;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.ItemExists;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.entity.VersionConflict;
import dev.gramme.toolkit.explain.CapacityMeter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DeskTransactionsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Ticket TICKET =
      new Ticket(
          "it",
          7,
          "Printer",
          Optional.empty(),
          Priority.HIGH,
          LocalDate.of(2026, 11, 21),
          NOW,
          false,
          new UUID(1, 2),
          BigDecimal.ONE,
          BigInteger.TWO,
          Set.of(1),
          Map.of(),
          List.of(),
          Optional.empty());

  private final Gramme gramme = Gramme.inMemory();
  private final CapacityMeter meter = new CapacityMeter();
  private final DeskQueriesTable desk =
      DeskQueriesTable.of(Table.of(meter.around(gramme.client()), DeskQueriesTable.schema()));

  @BeforeEach
  void create() {
    desk.table().createIfAbsent();
    desk.save(TICKET);
    meter.reset();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private static Escalation escalation(long number) {
    return new Escalation("it", number, Optional.of("Eva"), NOW, true);
  }

  private Article publish(String name) {
    return desk.publish(new Article(name, "How?", List.of(), 0, Optional.empty()));
  }

  @Test
  void an_update_and_a_check_commit_together_with_a_new_item() {
    publish("how");
    meter.reset();
    var vote = new Vote("how", "0", 1);
    desk.escalateWith(escalation(7), new OtherTitle("how", "Why?"), vote);
    assertThat(meter.consumed().requests()).isEqualTo(1);
    Ticket escalated = desk.ticket("it", 7);
    assertThat(escalated.open()).isTrue();
    assertThat(escalated.escalatedTo()).contains("Eva");
    assertThat(desk.escalated("Eva")).containsExactly(escalated);
    assertThat(desk.votes("how", 10)).containsExactly(vote);
  }

  @Test
  void a_refused_check_or_update_changes_nothing() {
    var vote = new Vote("how", "0", 1);
    var article = new OtherTitle("how", "Why?");
    assertThatThrownBy(() -> desk.escalateWith(escalation(7), article, vote))
        .isInstanceOf(ItemNotFound.class)
        .hasMessageContaining("Article");
    publish("how");
    var banned = new OtherTitle("how", "How?");
    assertThatThrownBy(() -> desk.escalateWith(escalation(7), banned, vote))
        .isInstanceOf(ConditionNotMet.class)
        .hasMessageContaining("Article");
    assertThatThrownBy(() -> desk.escalateWith(escalation(8), article, vote))
        .isInstanceOf(ItemNotFound.class)
        .hasMessageContaining("Ticket");
    assertThat(desk.ticket("it", 7)).isEqualTo(TICKET);
    assertThat(desk.votes("how", 10)).isEmpty();
  }

  @Test
  void a_check_of_an_entity_requires_the_version_that_was_read() {
    Article read = publish("how");
    desk.voteOn(read, new Vote("how", "0", 1));
    desk.publish(read);
    assertThatThrownBy(() -> desk.voteOn(read, new Vote("how", "0", 2)))
        .isInstanceOf(VersionConflict.class);
    assertThat(desk.votes("how", 10)).extracting(Vote::number).containsExactly(1L);
  }

  @Test
  void an_item_is_deleted_by_its_key_if_others_are_absent_and_fulfil_conditions() {
    desk.vote(new Vote("how", "0", 1));
    var one = new DroppedVote("how", "0", 1, 5);
    var two = new VoteKey("how", "0", 2);
    var closed = new Renamed("it", 7, "Scanner", false);
    assertThatThrownBy(() -> desk.moveVote(one, two, new Renamed("it", 7, "Scanner", true)))
        .isInstanceOf(ConditionNotMet.class)
        .hasMessageContaining("Ticket");
    assertThatThrownBy(() -> desk.moveVote(new DroppedVote("how", "0", 1, 1), two, closed))
        .isInstanceOf(ConditionNotMet.class)
        .hasMessageContaining("Vote");
    desk.vote(new Vote("how", "0", 2));
    assertThatThrownBy(() -> desk.moveVote(one, two, closed)).isInstanceOf(ItemExists.class);
    assertThat(desk.votes("how", 10)).hasSize(2);
    desk.moveVote(one, new VoteKey("how", "0", 3), closed);
    assertThat(desk.votes("how", 10)).extracting(Vote::number).containsExactly(2L);
    assertThat(desk.ticket("it", 7).subject()).isEqualTo("Scanner");
  }

  @Test
  void several_items_are_read_in_one_transaction() {
    Article article = publish("how");
    meter.reset();
    var key = new TicketKey("it", 7);
    assertThat(desk.desk(key, new ArticleKey("how"), new VoteKey("how", "0", 1)))
        .isEqualTo(new Desk(TICKET, Optional.of(article), Optional.empty()));
    assertThat(meter.consumed().requests()).isEqualTo(1);
    var other = new TicketKey("it", 8);
    assertThatThrownBy(() -> desk.desk(other, new ArticleKey("how"), new VoteKey("how", "0", 1)))
        .isInstanceOf(ItemNotFound.class);
  }

  @Test
  void a_read_in_a_transaction_leaves_out_items_that_have_expired() {
    desk.publish(
        new Article("old", "Old", List.of(), 0, Optional.of(Instant.EPOCH.plusSeconds(9))));
    Desk read =
        desk.desk(new TicketKey("it", 7), new ArticleKey("old"), new VoteKey("how", "0", 1));
    assertThat(read.article()).isEmpty();
  }

  @Test
  void an_upsert_creates_a_complete_item_or_changes_the_existing_one() {
    var first = new Tally("it", "ink", 2, Optional.empty(), Set.of("a"), 1);
    assertThat(desk.count("it", "ink", 2, "a")).isEqualTo(first);
    assertThat(desk.tallies("ink")).containsExactly(first);
    var second = new Tally("it", "ink", 5, Optional.empty(), Set.of("a", "b"), 2);
    assertThat(desk.count("it", "ink", 3, "b")).isEqualTo(second);
    assertThat(desk.tallies("ink")).containsExactly(second);
  }

  @Test
  void the_condition_of_an_upsert_also_decides_whether_it_creates() {
    desk.limited("it", "ink", 5, Optional.of("Eva"), 3);
    assertThat(desk.talliesOf("Eva")).extracting(Tally::count).containsExactly(5L);
    assertThatThrownBy(() -> desk.limited("it", "ink", 1, Optional.empty(), 3))
        .isInstanceOf(ConditionNotMet.class);
    desk.limited("it", "ink", 1, Optional.empty(), 6);
    assertThat(desk.talliesOf("Eva")).isEmpty();
    assertThat(desk.tallies("ink")).extracting(Tally::count).containsExactly(6L);
  }

  @Test
  void an_upsert_in_a_transaction_creates_the_item() {
    desk.voteAndCount(new Vote("how", "0", 1), new Counted("it", "how", 1));
    desk.voteAndCount(new Vote("how", "0", 2), new Counted("it", "how", 1));
    var again = new Counted("it", "how", 1);
    assertThatThrownBy(() -> desk.voteAndCount(new Vote("how", "0", 2), again))
        .isInstanceOf(ItemExists.class);
    assertThat(desk.tallies("how")).extracting(Tally::count).containsExactly(2L);
  }
}
