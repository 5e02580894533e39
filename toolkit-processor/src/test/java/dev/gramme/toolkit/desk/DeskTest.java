package dev.gramme.toolkit.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.Counter;
import dev.gramme.toolkit.entity.DocumentParts;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.entity.ItemUnreadable;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.entity.TableCreation;
import dev.gramme.toolkit.entity.VersionConflict;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.page.CursorKey;
import dev.gramme.toolkit.page.CursorRefused;
import dev.gramme.toolkit.page.Cursors;
import dev.gramme.toolkit.page.Shards;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

final class DeskTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final CursorKey KEY =
      new CursorKey(
          1, "0123456789abcdef0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.UTF_8));

  private final Gramme gramme = Gramme.inMemory();
  private final Table table =
      Table.of(gramme.client(), DeskQueriesTable.schema())
          .named("another-name")
          .withClock(InstantSource.fixed(NOW))
          .withCursors(Cursors.signed(KEY));
  private final DeskQueriesTable desk = DeskQueriesTable.of(table);

  @BeforeEach
  void create() {
    table.createIfAbsent();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private static Ticket ticket(String desk, long number, Optional<String> escalatedTo) {
    Instant opened = NOW.plusSeconds(number * 3600);
    return new Ticket(
        desk,
        number,
        "It \"does\" not #work",
        escalatedTo,
        number % 2 == 0 ? Priority.HIGH : Priority.LOW,
        LocalDate.ofInstant(opened, ZoneOffset.UTC),
        opened,
        true,
        new UUID(number, 7),
        new BigDecimal("12.5"),
        BigInteger.TWO.pow(100),
        number == 1 ? Set.of() : Set.of(1, 2, 3),
        Map.of("ana", 1, "ben", -1),
        List.of(Set.of("a", "b"), Set.of("c")),
        number == 2
            ? Optional.empty()
            : Optional.of(
                new Ticket.Person("Ana", Optional.of(new Ticket.Address("Liège", 4000)))));
  }

  @Test
  void every_type_of_component_is_read_as_it_was_written() {
    for (long number = -1; number < 4; number++) {
      Ticket ticket = ticket("main", number, Optional.of("ben"));
      desk.save(ticket);
      assertThat(desk.ticket("main", number)).isEqualTo(ticket);
    }
    assertThatThrownBy(() -> desk.ticket("main", 99)).isInstanceOf(ItemNotFound.class);
  }

  @Test
  void only_escalated_items_are_in_the_sparse_index() {
    desk.save(ticket("main", 1, Optional.of("ben")));
    desk.save(ticket("main", 2, Optional.empty()));
    assertThat(desk.escalated("ben")).extracting(Ticket::number).containsExactly(1L);
    Ticket second = desk.ticket("main", 2);
    desk.escalate("main", 2, Optional.of("ben"), second.opened());
    assertThat(desk.escalated("ben")).extracting(Ticket::number).containsExactly(1L, 2L);
    assertThat(desk.escalatedSince("ben", Range.greaterThan(NOW.plusSeconds(3600))))
        .extracting(Ticket::number)
        .containsExactly(2L);
    desk.escalate("main", 1, Optional.empty(), desk.ticket("main", 1).opened());
    assertThat(desk.escalated("ben")).extracting(Ticket::number).containsExactly(2L);
  }

  @Test
  void an_index_of_several_attributes_is_queried_from_the_left() {
    for (long number = 0; number < 60; number += 4) {
      desk.save(ticket("main", number, Optional.empty()));
    }
    LocalDate first = LocalDate.parse("2026-11-22");
    assertThat(desk.byDay("main", Priority.HIGH, Range.closed(first, first)))
        .extracting(Ticket::number)
        .containsExactly(12L, 16L, 20L, 24L, 28L, 32L);
    assertThat(desk.ofDay("main", Priority.HIGH, first, Range.closedOpen(16L, 28L)))
        .extracting(Ticket::number)
        .containsExactly(16L, 20L, 24L);
    assertThat(desk.newest("main")).map(Ticket::number).contains(56L);
  }

  @Test
  void conditions_refer_to_components() {
    desk.save(ticket("main", 1, Optional.empty()));
    Ticket other = ticket("main", 1, Optional.of("ben"));
    assertThatThrownBy(() -> desk.replace(other, 12, "Ana")).isInstanceOf(ConditionNotMet.class);
    assertThatThrownBy(() -> desk.replace(other, 13, "Ben")).isInstanceOf(ConditionNotMet.class);
    assertThat(desk.replace(other, 13, "Ana")).isEqualTo(other);
    assertThatThrownBy(() -> desk.replace(ticket("main", 5, Optional.empty()), 13, "Ana"))
        .isInstanceOf(ItemNotFound.class);
    assertThatThrownBy(() -> desk.close("main", 1, false)).isInstanceOf(ConditionNotMet.class);
    assertThat(desk.close("main", 1, true)).contains(other);
    assertThat(desk.all()).isEmpty();
  }

  @Test
  void several_partitions_are_read_as_one() {
    var written = new ArrayList<Ticket>();
    for (long number = 0; number < 10; number++) {
      Ticket ticket = ticket("desk" + number % 3, number, Optional.empty());
      desk.save(ticket);
      written.add(ticket);
    }
    var read = new ArrayList<Ticket>();
    List<String> desks = List.of("desk0", "desk1", "desk2", "none");
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      Page<Ticket> page = desk.ofDesks(desks, next.get());
      read.addAll(page.items());
      next = page.next();
    }
    assertThat(read).isEqualTo(written);
    assertThat(desk.all()).containsExactlyInAnyOrderElementsOf(written);
    Cursor cursor = desk.ofDesks(desks, Cursor.start()).next().orElseThrow();
    assertThatThrownBy(() -> desk.ofDesks(List.of("desk0"), cursor))
        .isInstanceOf(CursorRefused.class);
  }

  @Test
  void the_partitions_of_a_merge_are_queried_on_the_given_executor() {
    desk.save(ticket("desk0", 1, Optional.empty()));
    var queries = new AtomicInteger();
    var counted =
        DeskQueriesTable.of(
            desk.table()
                .mergingOn(query -> {
                  queries.incrementAndGet();
                  query.run();
                }));
    assertThat(counted.ofDesks(List.of("desk0", "desk1"), Cursor.start()).items()).hasSize(1);
    assertThat(queries).hasValue(2);
  }

  @Test
  void votes_are_spread_over_shards_and_read_together() {
    var shards = new Shards(4);
    var random = new Random(4);
    for (long number = 0; number < 30; number++) {
      desk.vote(new Vote("a", shards.random(random), number));
    }
    assertThat(desk.votes("a", 100)).extracting(Vote::number).hasSize(30).isSorted();
    assertThat(desk.votes("a", 7))
        .extracting(Vote::number)
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(desk.votesOfShard("a", "2", Range.all())).allMatch(vote -> vote.shard().equals("2"));
  }

  @Test
  void every_version_of_an_article_is_kept() {
    Article first = article("how", "How?", 0);
    Article one = desk.publish(first);
    Article two = desk.publish(new Article("how", "How!", one.paragraphs(), 1, Optional.empty()));
    assertThat(two.version()).isEqualTo(2);
    assertThat(desk.article("how")).contains(two);
    assertThat(desk.versions("how")).containsExactly(two, one);
    assertThat(desk.versions("why")).isEmpty();
  }

  @Test
  void an_article_that_has_expired_is_not_read() {
    desk.publish(new Article("a", "A", List.of(), 0, Optional.of(NOW)));
    assertThat(desk.article("a")).isEmpty();
    Article kept = new Article("b", "B", List.of(), 0, Optional.of(NOW.plusSeconds(1)));
    desk.publish(kept);
    assertThat(desk.article("b")).map(Article::title).contains("B");
  }

  private static Article article(String name, String title, long version) {
    return new Article(name, title, List.of("So."), version, Optional.empty());
  }

  @Test
  void items_of_older_schemas_are_converted_on_read() {
    var item = new LinkedHashMap<String, AttributeValue>();
    item.put("p", AttributeValue.fromS("ARTICLE#old"));
    item.put("s", AttributeValue.fromS("ARTICLE"));
    item.put("t", AttributeValue.fromS("Article"));
    item.put("name", AttributeValue.fromS("old"));
    item.put("text", AttributeValue.fromS("So."));
    item.put("version", AttributeValue.fromN("5"));
    put(item);
    Article old = new Article("old", "old", List.of("So."), 5, Optional.empty());
    assertThat(desk.article("old")).contains(old);
    desk.publish(old);
    assertThat(desk.article("old").orElseThrow().version()).isEqualTo(6);
    item.put("SCHEMA", AttributeValue.fromN("4"));
    put(item);
    assertThatThrownBy(() -> desk.article("old"))
        .isInstanceOf(ItemUnreadable.class)
        .hasMessageContaining("the Article with the key p = ARTICLE#old, s = ARTICLE: ")
        .hasMessageContaining("newer");
  }

  private void put(Map<String, AttributeValue> item) {
    gramme.client().putItem(PutItemRequest.builder().tableName(table.name()).item(item).build());
  }

  @Test
  void a_message_has_its_effect_once() {
    assertThat(desk.handle("m1", new Vote("a", "0", 1))).isTrue();
    desk.handle("m1", new Vote("a", "0", 2));
    assertThat(desk.handle("m1", new Vote("a", "0", 2))).isFalse();
    assertThat(desk.votes("a", 10)).extracting(Vote::number).containsExactly(1L);
    var later =
        DeskQueriesTable.of(
            table.withClock(InstantSource.fixed(NOW.plus(java.time.Duration.ofDays(8)))));
    assertThat(later.handle("m1", new Vote("a", "0", 3))).isTrue();
  }

  @Test
  void a_transaction_that_deletes_reads_nothing_before() {
    desk.vote(new Vote("a", "0", 1));
    var meter = new CapacityMeter();
    var measured =
        DeskQueriesTable.of(
            Table.of(meter.around(gramme.client()), DeskQueriesTable.schema()).named(table.name()));
    measured.recast(new Vote("a", "0", 1), new Vote("a", "0", 2));
    assertThat(meter.consumed().requests()).isEqualTo(1);
    assertThat(desk.votes("a", 10)).extracting(Vote::number).containsExactly(2L);
  }

  @Test
  void items_expire_even_if_the_creator_of_the_table_died_before_enabling_it() {
    Table other = Table.of(gramme.client(), DeskQueriesTable.schema()).named("abandoned");
    gramme.client().createTable(TableCreation.request(other.schema(), other.name()));
    other.createIfAbsent();
    other.createIfAbsent();
    var ttl =
        gramme
            .client()
            .describeTimeToLive(DescribeTimeToLiveRequest.builder().tableName(other.name()).build())
            .timeToLiveDescription();
    assertThat(ttl.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
    assertThat(ttl.attributeName()).isEqualTo("expires");
  }

  @Test
  void a_counter_gives_each_number_once() {
    Counter tickets = Counter.of(table, "tickets");
    assertThat(tickets.current()).isZero();
    assertThat(tickets.next()).isEqualTo(1);
    assertThat(tickets.next(10)).isEqualTo(2);
    assertThat(tickets.next()).isEqualTo(12);
    assertThat(Counter.of(table, "others").next()).isEqualTo(1);
    assertThat(tickets.current()).isEqualTo(12);
  }

  @Test
  void a_document_is_split_and_assembled() {
    DocumentParts documents = DocumentParts.of(table, 900);
    var random = new Random(11);
    for (int size : List.of(0, 1, 900, 901, 12_345)) {
      byte[] document = new byte[size];
      random.nextBytes(document);
      documents.write("d", document);
      assertThat(documents.read("d")).hasValueSatisfying(d -> assertThat(d).isEqualTo(document));
    }
    assertThat(documents.read("e")).isEmpty();
    documents.delete("d");
    assertThat(documents.read("d")).isEmpty();
    assertThat(gramme.client().scan(b -> b.tableName(table.name())).count()).isZero();
  }

  @Test
  void a_document_that_was_deleted_and_written_again_meanwhile_is_not_overwritten() {
    DocumentParts documents = DocumentParts.of(table, 900);
    documents.write("d", new byte[] {1});
    var writes = new AtomicInteger();
    var racing =
        new DelegatingClient(gramme.client()) {
          @Override
          public PutItemResponse putItem(PutItemRequest request) {
            if (writes.getAndIncrement() == 0) {
              documents.delete("d");
              documents.write("d", new byte[] {2});
            }
            return super.putItem(request);
          }
        };
    DocumentParts late =
        DocumentParts.of(Table.of(racing, DeskQueriesTable.schema()).named(table.name()), 900);
    assertThatThrownBy(() -> late.write("d", new byte[] {3})).isInstanceOf(VersionConflict.class);
    assertThat(documents.read("d")).hasValueSatisfying(d -> assertThat(d).containsExactly(2));
  }
}
