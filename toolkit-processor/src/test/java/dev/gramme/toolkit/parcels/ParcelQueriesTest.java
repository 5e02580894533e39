package dev.gramme.toolkit.parcels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.entity.ItemOutdated;
import dev.gramme.toolkit.entity.ItemUnreadable;
import dev.gramme.toolkit.parcels.Parcel.Place;
import dev.gramme.toolkit.parcels.ParcelQueries.Unmarked;
import dev.gramme.toolkit.parcels.ParcelQueriesTable.ParcelItem;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

final class ParcelQueriesTest {
  private static final Instant DUE = Instant.parse("2026-11-24T12:00:00Z");
  private static final Optional<String> NONE = Optional.empty();

  private final Gramme gramme = Gramme.inMemory();
  private final ParcelQueriesTable parcels = ParcelQueriesTable.of(gramme.client());

  @BeforeEach
  void create() {
    parcels.table().createIfAbsent();
    parcels.save(parcel(1, Optional.of("ship")), NONE);
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private static Parcel parcel(long number, Optional<String> carrier) {
    Place origin = new Place("Bern", "Bundesplatz");
    return new Parcel("a", number, "NEW", DUE, carrier, Set.of("red"), "Rome", origin);
  }

  @Test
  void an_update_keeps_an_index_attribute_that_is_the_key_of_the_table() {
    Parcel moved = parcels.move("a", 1, "SENT");
    assertThat(parcels.numbered(1, "SENT")).containsExactly(moved);
    assertThat(parcels.numbered(1, "NEW")).isEmpty();
    assertThat(parcels.inState("SENT", Range.all())).containsExactly(moved);
  }

  @Test
  void an_update_sets_an_attribute_of_two_indexes_once_and_keeps_it_for_the_other_one() {
    Instant later = DUE.plusSeconds(1);
    Parcel handed = parcels.delay("a", 1, later, Optional.of("train"));
    assertThat(parcels.carriedBy("train")).containsExactly(handed);
    assertThat(parcels.inState("NEW", Range.atLeast(later))).containsExactly(handed);
    Parcel alone = parcels.delay("a", 1, DUE, NONE);
    assertThat(parcels.carriedBy("train")).isEmpty();
    assertThat(parcels.inState("NEW", Range.atMost(DUE))).containsExactly(alone);
  }

  @Test
  void versions_keep_the_key_of_the_table_that_an_index_shares() {
    Waybill first = parcels.issue(new Waybill("a", 1, "NEW", 0));
    Waybill second = parcels.issue(new Waybill("a", 1, "SENT", first.version()));
    assertThat(parcels.issued("a", 1)).containsExactly(second, first);
    assertThat(parcels.bills(1)).containsExactly(second);
  }

  @Test
  void scans_skip_versions() {
    Waybill first = parcels.issue(new Waybill("a", 1, "NEW", 0));
    Waybill second = parcels.issue(new Waybill("a", 1, "SENT", first.version()));
    assertThat(parcels.allBills()).containsExactly(second);
    assertThat(parcels.states()).containsExactly(new ParcelQueries.State(1, "SENT"));
    assertThat(parcels.countBills("NEW")).isZero();
    assertThat(parcels.countBills("SENT")).isEqualTo(1);
  }

  @Test
  void queries_skip_versions_in_an_index_by_a_component() {
    Waybill first = parcels.issue(new Waybill("a", 1, "NEW", 0));
    Waybill second = parcels.issue(new Waybill("a", 1, "SENT", first.version()));
    assertThat(parcels.billsIn("NEW")).isEmpty();
    assertThat(parcels.billsIn("SENT")).containsExactly(second);
    assertThat(parcels.countBillsIn("NEW")).isZero();
    assertThat(parcels.countBillsIn("SENT")).isEqualTo(1);
  }

  @Test
  void a_scan_finds_items_whose_partition_keys_begin_like_those_of_versions() {
    Remark remark = parcels.remark(new Remark(Remark.Subject.HISTORY, 5, 0));
    assertThat(parcels.remarks()).containsExactly(remark);
  }

  @Test
  void a_filter_names_the_parts_of_records_and_may_be_in_parentheses() {
    assertThat(parcels.between("a", Optional.of("Bern"), "Rome")).hasSize(1);
    assertThat(parcels.between("a", Optional.of("Rome"), "Rome")).isEmpty();
    assertThat(parcels.between("a", NONE, "Paris")).hasSize(1);
    assertThat(parcels.count("a", "Rome")).isEqualTo(1);
  }

  @Test
  void an_empty_optional_in_a_condition_is_null() {
    Parcel other = parcel(2, NONE);
    parcels.save(other, NONE);
    assertThatThrownBy(() -> parcels.save(other, NONE)).isInstanceOf(ConditionNotMet.class);
    parcels.save(other, Optional.of("Rome"));
    assertThat(parcels.mark("a", 2, "big", NONE).marks()).containsExactlyInAnyOrder("red", "big");
    assertThatThrownBy(() -> parcels.mark("a", 2, "big", Optional.of("Rome")))
        .isInstanceOf(ConditionNotMet.class);
  }

  @Test
  void an_update_in_a_transaction_that_changes_nothing_checks_its_condition() {
    var nothing = new Unmarked("a", 1, Set.of());
    assertThat(parcels.request(calls -> calls.unmark(nothing)))
        .isInstanceOfSatisfying(
            TransactWriteItemsRequest.class,
            request -> assertThat(request.transactItems().getFirst().conditionCheck()).isNotNull());
    parcels.unmark(nothing);
    assertThat(parcels.parcel("a", 1).orElseThrow().marks()).containsExactly("red");
    assertThatThrownBy(() -> parcels.unmark(new Unmarked("a", 2, Set.of())))
        .isInstanceOf(ItemNotFound.class);
    parcels.unmark(new Unmarked("a", 1, Set.of("red")));
    assertThat(parcels.parcel("a", 1).orElseThrow().marks()).isEmpty();
  }

  @Test
  void an_item_of_a_newer_program_is_neither_read_nor_updated() {
    Map<String, AttributeValue> newer = new HashMap<>(ParcelItem.ENTITY.toItem(parcel(1, NONE)));
    newer.put("SCHEMA", AttributeValue.fromN("2"));
    gramme.client().putItem(put -> put.tableName("parcels").item(newer));
    assertThatThrownBy(() -> parcels.parcel("a", 1)).isInstanceOf(ItemUnreadable.class);
    assertThatThrownBy(() -> parcels.brief("a", 1)).isInstanceOf(ItemUnreadable.class);
    assertThatThrownBy(() -> parcels.move("a", 1, "SENT"))
        .isInstanceOf(ItemOutdated.class)
        .hasMessage("the Parcel has schema version 2, and an update needs version 1");
    assertThatThrownBy(() -> parcels.briefsInState("NEW")).isInstanceOf(ItemUnreadable.class);
    parcels.discard("a", 1);
    assertThat(parcels.parcel("a", 1)).isEmpty();
  }

  @Test
  void a_page_continues_with_equal_bounds_that_are_bytes() {
    for (byte code = 1; code < 4; code++) {
      parcels.seal(new Seal("a", new byte[] {code}));
    }
    Page<Seal> first = parcels.seals("a", codes(2), Cursor.start());
    Page<Seal> second = parcels.seals("a", codes(2), first.next().orElseThrow());
    assertThat(List.of(first.items().getFirst().code()[0], second.items().getFirst().code()[0]))
        .containsExactly((byte) 2, (byte) 3);
    Cursor next = first.next().orElseThrow();
    assertThatThrownBy(() -> parcels.seals("a", codes(1), next))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A new range of codes. */
  private static Range<byte[]> codes(int from) {
    return Range.atLeast(new byte[] {(byte) from});
  }
}
