package dev.gramme.apps.patterns.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.INTEGER;

import dev.gramme.apps.patterns.Showing;
import dev.gramme.apps.patterns.Showings;
import dev.gramme.apps.patterns.blocks.ShoppingCart.ActiveItem;
import dev.gramme.apps.patterns.blocks.ShoppingCart.SavedItem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the building blocks and the costs of their access patterns. */
@Tag("slow")
final class BlocksTest {
  private static final String SMALL_READ = "1 request, 0.5 RCU";

  /** A Scan costs half a unit for each of the four partitions of an on-demand table. */
  private static final String SMALL_SCAN = "1 request, 2 RCU";

  private static final String WRITE = "1 request, 1 WCU";

  @Test
  void the_checkout_reads_the_active_items_alone() {
    Showing shown = Showings.of(new ShoppingCart());
    var apples = new ActiveItem("ana", "apples", 1);
    var bread = new ActiveItem("ana", "bread", 1);
    var cheese = new SavedItem("ana", "cheese", 1);
    assertThat(shown.results())
        .containsExactly("", List.of(apples, bread, cheese), List.of(apples, bread), 200);
    assertThat(shown.costs().subList(1, 4))
        .containsExactly(SMALL_READ, SMALL_READ, "1 request, 4 RCU");
    assertThat(shown.table("carts").items().toString())
        .contains("CART#ACTIVE#cheese")
        .doesNotContain("CART#SAVED#cheese");
    assertThat(shown.tableAfter("carts").items().toString())
        .contains("CART#SAVED#cheese")
        .doesNotContain("CART#ACTIVE#cheese");
  }

  @Test
  void a_tenant_is_deleted_by_one_query_and_its_deletions() {
    Showing shown = Showings.of(new PhotosOfTenants());
    assertThat(shown.results()).containsExactly(3, "", 0, 3);
    assertThat(shown.costs())
        .containsExactly(SMALL_READ, "4 requests, 0.5 RCU, 3 WCU", SMALL_READ, SMALL_READ);
  }

  @Test
  void a_policy_keeps_a_tenant_to_its_partition() {
    Showing shown = Showings.of(new TenantPolicies());
    String refused = "AccessDeniedException";
    assertThat(shown.results())
        .containsExactly(
            "",
            List.of(new PhotosOfTenants.Photo("ana", "p1", "https://photos.example.com/ana/1")),
            refused,
            refused,
            refused,
            refused,
            List.of("p1"));
    assertThat(shown.costs().subList(0, 2)).containsExactly(WRITE, SMALL_READ);
  }

  @Test
  void another_tenant_cannot_read_encrypted_data() {
    Showing shown = Showings.of(new TenantKeys());
    assertThat(shown.results())
        .containsExactly(
            "",
            List.of(new TenantKeys.Photo("ana", "cat", "https://photos.example.com/ana/cat")),
            List.of(
                "aws_dbe_foot in bytes", "aws_dbe_head in bytes", "photo in bytes", "url in bytes"),
            List.of("402 bytes", "77 bytes"),
            "refused: RuntimeException",
            "",
            "refused: RuntimeException");
    assertThat(shown.table("photos").items().toString()).doesNotContain("https://");
    assertThat(shown.costs().subList(0, 2)).containsExactly(WRITE, SMALL_READ);
  }

  @Test
  void only_escalated_reports_are_in_the_sparse_index() {
    Showing shown = Showings.of(new EscalatedReports());
    assertThat(shown.table("devices").items()).hasSize(50);
    assertThat(shown.table("devices/escalated").items()).hasSize(3);
    assertThat(shown.results())
        .containsExactly("", "", List.of("d2", "d2", "d2", "d2"), List.of("d2", "d2"));
    assertThat(shown.costs()).containsExactly(WRITE, "1 request, 2 WCU", SMALL_READ, SMALL_READ);
  }

  @Test
  void messages_are_deleted_after_seven_days() {
    Showing shown = Showings.of(new ShortLivedMessages());
    assertThat(shown.results())
        .containsExactly(List.of("first", "second"), List.of("second"), 1, List.of(), 0);
    assertThat(shown.costs())
        .containsExactly(SMALL_READ, SMALL_READ, SMALL_SCAN, SMALL_READ, SMALL_SCAN);
  }

  @Test
  void expired_items_are_skipped_before_they_are_deleted() {
    Showing shown = Showings.of(new ScheduledDelete());
    assertThat(shown.results())
        .containsExactly(
            List.of("laptop", "phone"),
            List.of("laptop"),
            List.of("laptop", "phone"),
            List.of("laptop"));
    assertThat(shown.costs()).containsOnly(SMALL_READ);
  }

  @Test
  void expired_items_are_archived_and_deleted_ones_are_not() {
    Showing shown = Showings.of(new ArchivedReadings());
    assertThat(shown.results())
        .containsExactly(
            3,
            List.of("s0-2026-11.jsonl", "s0-2026-12.jsonl", "s1-2026-12.jsonl"),
            0,
            Map.of("s0", 20L, "s1", 30L),
            2);
    assertThat(shown.costs()).endsWith("none reported", SMALL_SCAN);
  }

  @Test
  void a_document_in_parts_is_assembled() {
    Showing shown = Showings.of(new VerticalPartitioning());
    assertThat(shown.results().getFirst()).asInstanceOf(INTEGER).isLessThan(1024);
    assertThat(shown.results().subList(1, 4)).containsExactly(true, 2, "");
    assertThat(shown.costs().subList(1, 4))
        .containsExactly("1 request, 1.5 RCU", SMALL_READ, WRITE);
  }

  @Test
  void votes_are_throttled_on_one_item_and_not_on_twenty() {
    Showing shown = Showings.of(new Votes());
    // Of 1,000 votes with 20 units each, one partition takes 1,000 units.
    assertThat(shown.results().getFirst()).isEqualTo(50);
    assertThat(shown.results().get(1)).asInstanceOf(INTEGER).isGreaterThan(500);
    assertThat(shown.results().get(2)).asInstanceOf(INTEGER).isLessThan(20);
    assertThat(shown.results().get(3)).asInstanceOf(INTEGER).isBetween(800, 1000);
    assertThat(shown.results().get(4)).isEqualTo(shown.results().get(5));
    assertThat(shown.costs().getFirst()).isEqualTo("50 requests, 1,000 WCU");
  }

  @Test
  void names_are_sorted_without_regard_to_case_and_accents() {
    Showing shown = Showings.of(new LetterCase());
    assertThat(shown.results())
        .containsExactly(
            List.of("Apple", "Zebra", "apple", "banana", "cherry", "eclair", "Éclair"),
            List.of("Apple", "apple", "banana", "cherry", "eclair", "Éclair", "Zebra"),
            List.of(),
            List.of("eclair", "Éclair"));
    assertThat(shown.costs()).containsOnly(SMALL_READ);
  }

  @Test
  void a_beacon_finds_encrypted_items_and_the_value_finds_none() {
    Showing shown = Showings.of(new Beacons());
    assertThat(shown.results())
        .containsExactly(
            "",
            List.of("Patient 0", "Patient 6", "Patient 12"),
            List.of("Patient 2", "Patient 8"),
            Map.of("0", 3, "1", 2, "2", 4, "3", 4),
            0);
    assertThat(shown.table("patients").items().toString()).doesNotContain("asthma", "flu");
    assertThat(shown.calls().get(1).requests().getFirst().json()).doesNotContain("flu");
  }

  @Test
  void an_expiry_is_free_in_its_region_and_a_replicated_write_in_the_other() {
    Showing shown = Showings.of(new ReplicaExpiry());
    assertThat(shown.results()).containsExactly("", 8, 8L, 0L, 8L, 16L);
    assertThat(shown.costs().getFirst()).isEqualTo("8 requests, 16 WCU");
  }
}
