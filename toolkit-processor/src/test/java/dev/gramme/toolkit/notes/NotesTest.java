package dev.gramme.toolkit.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.entity.ItemOutdated;
import dev.gramme.toolkit.entity.ItemUnreadable;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.entity.UniqueViolation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Updates of items of an older schema version, and unique values of items that expire. */
final class NotesTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Instant SOON = NOW.plus(Duration.ofHours(1));
  private static final Instant LATER = NOW.plus(Duration.ofDays(1));

  private final Gramme gramme = Gramme.inMemory(InstantSource.fixed(NOW));
  private final Table table =
      Table.of(gramme.client(), NoteQueriesTable.schema()).withClock(InstantSource.fixed(NOW));
  private final NoteQueriesTable notes = NoteQueriesTable.of(table);

  @BeforeEach
  void create() {
    table.createIfAbsent();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private void putOldNote() {
    var item = new HashMap<>(key("NOTE#old", "NOTE"));
    item.put("TYPE", AttributeValue.fromS("Note"));
    item.put("id", AttributeValue.fromS("old"));
    item.put("line", AttributeValue.fromS("Old."));
    item.put("likes", AttributeValue.fromN("1"));
    gramme.client().putItem(put -> put.tableName(table.name()).item(item));
  }

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("PK", AttributeValue.fromS(pk), "SK", AttributeValue.fromS(sk));
  }

  @Test
  void an_update_of_an_item_of_an_older_version_is_refused() {
    putOldNote();
    assertThatThrownBy(() -> notes.rewrite("old", List.of("New.")))
        .isInstanceOf(ItemOutdated.class)
        .hasMessage(
            "the Note has schema version 1, and an update needs version 2; read the item and"
                + " write it with @Put, then update it");
    assertThatThrownBy(() ->
            notes.rewriteTogether(
                new NoteQueries.Rewritten("old", List.of("New.")), session("a", "x", SOON)))
        .isInstanceOf(ItemOutdated.class);
    Note old = new Note("old", List.of("Old."), 1);
    assertThat(notes.note("old")).contains(old);

    notes.write(old);
    notes.rewrite("old", List.of("New."));
    assertThat(notes.like("old", 2)).isEqualTo(new Note("old", List.of("New."), 3));
  }

  @Test
  void an_update_of_a_missing_item_is_not_a_matter_of_its_version() {
    assertThatThrownBy(() -> notes.like("none", 1)).isInstanceOf(ItemNotFound.class);
  }

  private static Session session(String id, String token, Instant expires) {
    return new Session(id, token, Optional.empty(), Optional.of(expires));
  }

  private static Session session(String id, String token, String code) {
    return new Session(id, token, Optional.of(new BigDecimal(code)), Optional.empty());
  }

  private Map<String, AttributeValue> marker(String token) {
    return gramme
        .client()
        .getItem(get -> get.tableName(table.name()).key(markerKey(token)).consistentRead(true))
        .item();
  }

  private static Map<String, AttributeValue> markerKey(String token) {
    return key("UNIQUE#Session#token#" + token, "UNIQUE");
  }

  /** Deletes a marker, as time to live does after its first expiry. */
  private void expire(String token) {
    gramme.client().deleteItem(delete -> delete.tableName(table.name()).key(markerKey(token)));
  }

  @Test
  void a_marker_expires_with_its_item() {
    notes.save(session("a", "x", SOON));
    notes.save(session("a", "x", LATER));
    assertThat(marker("x"))
        .containsEntry("expires", AttributeValue.fromN("" + LATER.getEpochSecond()));
    notes.save(new Session("a", "x", Optional.empty(), Optional.empty()));
    assertThat(marker("x")).isNotEmpty().doesNotContainKey("expires");
  }

  @Test
  void a_marker_that_has_expired_comes_back_when_its_item_is_prolonged() {
    notes.save(session("a", "x", SOON));
    expire("x");
    notes.save(session("a", "x", LATER));
    assertThat(marker("x")).isNotEmpty();
  }

  @Test
  void an_item_cannot_be_prolonged_after_another_item_has_taken_its_value() {
    notes.save(session("a", "x", SOON));
    expire("x");
    notes.save(session("b", "x", SOON));
    assertThatThrownBy(() -> notes.save(session("a", "x", LATER)))
        .isInstanceOf(UniqueViolation.class);
  }

  @Test
  void the_marker_of_another_item_is_not_deleted() {
    notes.save(session("a", "x", SOON));
    expire("x");
    notes.save(session("b", "x", SOON));
    var owned = marker("x");
    notes.save(session("a", "y", SOON));
    assertThat(marker("x")).isEqualTo(owned);

    expire("y");
    notes.save(session("c", "y", SOON));
    notes.end("a");
    assertThat(marker("y")).isNotEmpty();
    notes.end("c");
    assertThat(marker("y")).isEmpty();
  }

  @Test
  void equal_numbers_are_the_same_unique_value() {
    notes.save(session("a", "x", "1.50"));
    notes.save(session("a", "x", "15E-1"));
    assertThatThrownBy(() -> notes.save(session("b", "y", "1.5")))
        .isInstanceOf(UniqueViolation.class);
    assertThat(notes.session(new BigDecimal("1.500"))).map(Session::id).contains("a");
    notes.end("a");
    notes.save(session("b", "y", "1.5"));
  }

  /** Removes the owner of a marker, which earlier versions of the toolkit did not write. */
  private void disown(String token) {
    gramme
        .client()
        .updateItem(update ->
            update
                .tableName(table.name())
                .key(markerKey(token))
                .updateExpression("REMOVE UNIQUE_OWNER"));
    assertThat(marker(token)).isNotEmpty().doesNotContainKey("UNIQUE_OWNER");
  }

  @Test
  void a_marker_without_an_owner_is_deleted_with_the_value() {
    notes.save(session("a", "x", SOON));
    disown("x");
    notes.save(session("a", "y", SOON));
    assertThat(marker("x")).isEmpty();
    disown("y");
    notes.end("a");
    assertThat(marker("y")).isEmpty();
    notes.save(session("b", "x", SOON));
    notes.save(session("b", "y", SOON));
  }

  @Test
  void a_marker_without_an_owner_receives_one_with_another_time_to_live() {
    notes.save(session("a", "x", SOON));
    disown("x");
    notes.save(session("a", "x", LATER));
    assertThat(marker("x")).containsKey("UNIQUE_OWNER");
  }

  @Test
  void a_consistent_look_up_ignores_a_marker_that_is_left_over() {
    notes.save(session("a", "x", "1.5"));
    gramme
        .client()
        .deleteItem(delete -> delete.tableName(table.name()).key(key("SESSION#a", "SESSION")));
    assertThat(notes.session(new BigDecimal("1.5"))).isEmpty();
  }

  @Test
  void two_writers_of_one_item_with_the_same_new_value_both_succeed() {
    notes.save(session("a", "x", SOON));
    var races = new AtomicInteger();
    var racing =
        new DelegatingClient(gramme.client()) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            if (races.getAndIncrement() == 0) {
              notes.save(session("a", "y", SOON));
            }
            return super.transactWriteItems(request);
          }
        };
    NoteQueriesTable.of(
            Table.of(racing, NoteQueriesTable.schema()).withClock(InstantSource.fixed(NOW)))
        .save(session("a", "y", SOON));
    assertThat(races).hasPositiveValue();
    assertThat(marker("x")).isEmpty();
    assertThat(marker("y")).isNotEmpty();
  }

  /** A contact of version 1, and its marker. */
  private void putOldContact(String id, String address) {
    notes.add(new Contact(id, Optional.of(address)));
    gramme
        .client()
        .updateItem(update ->
            update
                .tableName(table.name())
                .key(key("CONTACT#" + id, "CONTACT"))
                .updateExpression("SET email = mail REMOVE mail, #schema")
                .expressionAttributeNames(Map.of("#schema", "SCHEMA")));
  }

  @Test
  void a_unique_value_of_an_older_version_is_found_kept_changed_and_released() {
    putOldContact("a", "one");
    Contact old = new Contact("a", Optional.of("one"));
    assertThat(notes.withAddress("one")).contains(old);
    notes.add(old);
    assertThat(notes.withAddress("one")).contains(old);

    putOldContact("b", "two");
    notes.add(new Contact("b", Optional.of("three")));
    notes.add(new Contact("c", Optional.of("two")));

    putOldContact("d", "four");
    notes.remove("d");
    notes.add(new Contact("c", Optional.of("four")));
  }

  @Test
  void a_value_that_was_not_unique_in_an_older_version_becomes_unique_with_the_next_write() {
    putOldContact("a", "one");
    gramme
        .client()
        .deleteItem(delete ->
            delete.tableName(table.name()).key(key("UNIQUE#Contact#address#one", "UNIQUE")));
    Contact old = new Contact("a", Optional.of("one"));
    notes.add(old);
    assertThatThrownBy(() -> notes.add(new Contact("b", Optional.of("one"))))
        .isInstanceOf(UniqueViolation.class);
    assertThat(notes.withAddress("one")).contains(old);
  }

  @Test
  void a_program_of_the_older_version_may_change_a_unique_value_meanwhile() {
    putOldContact("a", "one");
    var races = new AtomicInteger();
    var racing =
        new DelegatingClient(gramme.client()) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            if (races.getAndIncrement() == 0) {
              notes.remove("a");
              putOldContact("a", "two");
            }
            return super.transactWriteItems(request);
          }
        };
    NoteQueriesTable.of(Table.of(racing, NoteQueriesTable.schema())).remove("a");
    notes.add(new Contact("b", Optional.of("one")));
    notes.add(new Contact("c", Optional.of("two")));
  }

  @Test
  void an_item_of_a_newer_version_with_unique_values_is_neither_replaced_nor_deleted() {
    Contact contact = new Contact("a", Optional.of("one"));
    notes.add(contact);
    gramme
        .client()
        .updateItem(update ->
            update
                .tableName(table.name())
                .key(key("CONTACT#a", "CONTACT"))
                .updateExpression("SET #schema = :newer")
                .expressionAttributeNames(Map.of("#schema", "SCHEMA"))
                .expressionAttributeValues(Map.of(":newer", AttributeValue.fromN("3"))));
    assertThatThrownBy(() -> notes.add(contact)).isInstanceOf(ItemUnreadable.class);
    assertThatThrownBy(() -> notes.remove("a")).isInstanceOf(ItemUnreadable.class);
    assertThat(
            gramme
                .client()
                .getItem(get -> get.tableName(table.name()).key(key("CONTACT#a", "CONTACT")))
                .item())
        .containsEntry("SCHEMA", AttributeValue.fromN("3"));
  }

  @Test
  void a_refusal_beside_conflicts_is_reported_after_the_last_attempt() {
    var attempts = new AtomicInteger();
    var busy =
        new DelegatingClient(gramme.client()) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            attempts.incrementAndGet();
            throw TransactionCanceledException.builder()
                .cancellationReasons(
                    reason("TransactionConflict"), reason("ConditionalCheckFailed"))
                .build();
          }
        };
    NoteQueriesTable other = NoteQueriesTable.of(Table.of(busy, NoteQueriesTable.schema()));
    assertThatThrownBy(() -> other.add(new Contact("a", Optional.of("one"))))
        .isInstanceOf(UniqueViolation.class);
    assertThat(attempts).hasValueGreaterThan(1);
  }

  private static CancellationReason reason(String code) {
    return CancellationReason.builder().code(code).build();
  }
}
