package dev.gramme.toolkit.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.explain.Finding.Severity;
import dev.gramme.toolkit.explain.ShopSchema.Pattern;
import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.CallDetails;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Kind;
import dev.gramme.toolkit.schema.IndexSchema.Projection;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests each rule with a design that it rejects and a similar one that it accepts. */
class RulesTest {
  private static final AccessPattern LIST =
      ShopSchema.pattern("list", Shape.QUERY, "Thing").limit(10).build();
  private static final IndexSchema BY_OWNER =
      ShopSchema.index("byOwner", Kind.GLOBAL, "g", "sk", Projection.ALL);
  private static final IndexSchema NARROW =
      ShopSchema.index("byOwner", Kind.GLOBAL, "g", "sk", Projection.KEYS_ONLY);
  private static final AccessPattern BY_OWNER_LIST =
      ShopSchema.pattern("owned", Shape.QUERY, "Thing").index("byOwner").limit(10).build();

  @Test
  void an_index_that_is_read_has_to_exist() {
    assertThat(ids(table(List.of(), BY_OWNER_LIST), Workload.NONE)).contains("unknown-index");
    assertThat(ids(table(List.of(BY_OWNER), BY_OWNER_LIST), Workload.NONE))
        .doesNotContain("unknown-index");
  }

  @Test
  void a_global_index_cannot_be_read_consistently() {
    Pattern query = ShopSchema.pattern("owned", Shape.QUERY, "Thing").index("byOwner").limit(1);
    IndexSchema local = ShopSchema.index("byOwner", Kind.LOCAL, "pk", "g", Projection.ALL);
    AccessPattern consistent = query.consistent().build();
    assertThat(ids(table(List.of(BY_OWNER), consistent), Workload.NONE))
        .contains("consistent-read-of-global-index");
    assertThat(ids(table(List.of(local), consistent), Workload.NONE))
        .doesNotContain("consistent-read-of-global-index");
  }

  @Test
  void a_table_has_at_most_twenty_global_indexes() {
    assertThat(ids(table(indexes(21)), Workload.NONE)).contains("too-many-indexes");
    assertThat(ids(table(indexes(20)), Workload.NONE)).doesNotContain("too-many-indexes");
  }

  @Test
  void two_entities_must_not_have_the_same_key() {
    assertThat(collides("CUST#{email}", "{anything}#{email}", "A", "A")).isTrue();
    assertThat(collides("CUST#{email}", "CUST#{email}", "ORDER#{id}", "ORDER#{day}")).isTrue();
    assertThat(collides("CUST#{email}", "CUST#{email}", "PROFILE", "ORDER#{id}")).isFalse();
    assertThat(collides("CUST#{email}", "ORDER#{id}", "A", "A")).isFalse();
    assertThat(collides("C{email}", "CUST{email}", "A", "A")).isTrue();
  }

  @Test
  void two_fields_must_not_follow_each_other() {
    EntitySchema joined = thing("T#{a}{b}", "S");
    assertThat(ids(table(List.of(joined), List.of(), LIST), Workload.NONE))
        .contains("fields-run-together");
    assertThat(ids(table(List.of(thing("T#{a}#{b}", "S")), List.of(), LIST), Workload.NONE))
        .doesNotContain("fields-run-together");
  }

  @Test
  void an_item_near_400_kb_is_found() {
    assertThat(severity(load(EntityLoad.bytes(1).largest(350 * 1024)), "large-item"))
        .contains(Severity.WARNING);
    assertThat(severity(load(EntityLoad.bytes(1).largest(401 * 1024)), "large-item"))
        .contains(Severity.ERROR);
    assertThat(severity(load(EntityLoad.bytes(200 * 1024)), "large-item")).isEmpty();
  }

  @Test
  void a_budget_is_exceeded_for_the_units_of_its_call() {
    AccessPattern put =
        ShopSchema.pattern("put", Shape.PUT, "Thing").budget("1 RCU, 1 WCU").build();
    Workload large = Workload.NONE.entity("Thing", EntityLoad.bytes(2_000));
    assertThat(Explain.of(table(put), large).explanation().findings())
        .filteredOn(finding -> finding.id().equals("budget-exceeded"))
        .singleElement()
        .extracting(Finding::advice)
        .asString()
        .startsWith("Write less")
        .doesNotContain("Read less");
    assertThat(Budget.parse("1 RCU, 4 WCU")).isPresent();
    assertThat(Budget.parse("1 RCU, 2 RCU")).isEmpty();
  }

  @Test
  void an_assumption_about_keys_and_partitions_is_no_error() {
    Workload unknown = Workload.NONE.pattern("get", rate(20_000));
    assertThat(severity(table(get("1 RCU")), unknown, "hot-partition"))
        .contains(Finding.Severity.WARNING);
    var details = new CallDetails(List.of("Thing"), CallDetails.Pages.ONE, false, true, List.of());
    AccessPattern merge =
        new AccessPattern(
            "merge",
            Shape.QUERY,
            Optional.empty(),
            List.of("Thing"),
            "",
            Optional.empty(),
            false,
            false,
            Optional.of(5),
            10,
            Optional.of("2 RCU"),
            Optional.of(details));
    assertThat(severity(table(merge), Workload.NONE, "budget-exceeded"))
        .contains(Finding.Severity.WARNING);
    Workload ten = Workload.NONE.pattern("merge", rate(1).partitions(10));
    assertThat(severity(table(merge), ten, "budget-exceeded")).contains(Finding.Severity.ERROR);
    Workload two = Workload.NONE.pattern("merge", rate(1).partitions(2));
    assertThat(severity(table(merge), two, "budget-exceeded")).isEmpty();
  }

  @Test
  void a_budget_is_kept_and_readable() {
    Workload large = load(EntityLoad.bytes(5000));
    assertThat(ids(table(get("0.5 RCU")), large)).contains("budget-exceeded");
    assertThat(ids(table(get("1 RCU")), large)).doesNotContain("budget-exceeded");
    assertThat(ids(table(get("cheap")), large)).contains("budget-unreadable");
  }

  @Test
  void a_filter_that_drops_most_of_what_it_reads_is_found() {
    AccessPattern filtered =
        ShopSchema.pattern("list", Shape.QUERY, "Thing").limit(100).filter("a = :a").build();
    PatternLoad reads = PatternLoad.perSecond(1).reads(100);
    assertThat(ids(table(filtered), Workload.NONE.pattern("list", reads.returns(10))))
        .contains("filter-drops-most");
    assertThat(ids(table(filtered), Workload.NONE.pattern("list", reads.returns(80))))
        .doesNotContain("filter-drops-most");
  }

  @Test
  void a_scan_is_for_the_background() {
    AccessPattern scan = ShopSchema.pattern("all", Shape.SCAN, "Thing").build();
    assertThat(ids(table(scan), Workload.NONE)).contains("scan-on-request-path");
    assertThat(
            ids(table(scan), Workload.NONE.pattern("all", PatternLoad.perSecond(0).inBackground())))
        .doesNotContain("scan-on-request-path");
  }

  @Test
  void a_collection_that_grows_needs_a_limit() {
    AccessPattern all = ShopSchema.pattern("list", Shape.QUERY, "Thing").build();
    Workload many = load(EntityLoad.bytes(1000).perPartition(5_000));
    assertThat(ids(table(all), many)).contains("unbounded-collection");
    assertThat(ids(table(LIST), many)).doesNotContain("unbounded-collection");
    assertThat(ids(table(all), load(EntityLoad.bytes(100).perPartition(5_000))))
        .doesNotContain("unbounded-collection");
  }

  @Test
  void expired_items_are_filtered() {
    var expiring =
        new EntitySchema(
            "Thing",
            Map.of("pk", "T#{a}", "sk", "S"),
            Set.of(),
            List.of(
                ShopSchema.attribute("a", "S", "String"),
                ShopSchema.attribute("until", "N", "Instant", Role.TIME_TO_LIVE)));
    AccessPattern filtering =
        ShopSchema.pattern("list", Shape.QUERY, "Thing").limit(1).filter("until > :now").build();
    assertThat(ids(table(List.of(expiring), List.of(), LIST), Workload.NONE))
        .contains("expired-items-returned");
    assertThat(ids(table(List.of(expiring), List.of(), filtering), Workload.NONE))
        .doesNotContain("expired-items-returned");
    assertThat(ids(table(LIST), Workload.NONE)).doesNotContain("expired-items-returned");
  }

  @Test
  void a_key_bears_three_thousand_reads_a_second() {
    TableSchema table = table(get("1 RCU"));
    Workload items = load(EntityLoad.bytes(100).items(1_000_000));
    assertThat(severity(table, items.pattern("get", rate(20_000).hottestKey(0.5)), "hot-partition"))
        .contains(Severity.ERROR);
    assertThat(
            severity(table, items.pattern("get", rate(20_000).hottestKey(0.25)), "hot-partition"))
        .contains(Severity.WARNING);
    assertThat(severity(table, items.pattern("get", rate(20_000)), "hot-partition")).isEmpty();
  }

  @Test
  void an_index_that_cannot_follow_holds_up_its_table() {
    AccessPattern put = ShopSchema.pattern("put", Shape.PUT, "Thing").build();
    TableSchema table = table(List.of(BY_OWNER), put, BY_OWNER_LIST);
    EntityLoad one = EntityLoad.bytes(100).items(1_000_000).perPartition("byOwner", 1_000_000);
    EntityLoad many = one.perPartition("byOwner", 10);
    Workload rate = Workload.NONE.pattern("put", rate(2_000));
    assertThat(ids(table, rate.entity("Thing", one))).contains("index-back-pressure");
    assertThat(ids(table, rate.entity("Thing", many))).doesNotContain("index-back-pressure");
    assertThat(
            Explain.of(table, rate.entity("Thing", many))
                .settings(TableSettings.DEFAULT.provisioned(10, 100))
                .explanation()
                .findings())
        .extracting(Finding::id)
        .contains("index-back-pressure");
  }

  @Test
  void a_partition_key_needs_many_values() {
    EntityLoad items = EntityLoad.bytes(100).items(1_000_000);
    assertThat(ids(table(LIST), load(items.perPartition(200_000)))).contains("few-partition-keys");
    assertThat(ids(table(LIST), load(items.perPartition(20)))).doesNotContain("few-partition-keys");
    EntitySchema constant = thing("ALL", "S#{a}");
    assertThat(ids(table(List.of(constant), List.of(), LIST), load(items)))
        .contains("few-partition-keys");
  }

  @Test
  void collections_of_tables_with_local_indexes_end_at_10_gb() {
    IndexSchema local = ShopSchema.index("byOwner", Kind.LOCAL, "pk", "g", Projection.ALL);
    EntityLoad many = EntityLoad.bytes(1000).items(10_000_000).perPartition(6_000_000);
    assertThat(
            severity(
                table(List.of(local), BY_OWNER_LIST), load(many), "local-index-collection-limit"))
        .contains(Severity.ERROR);
    assertThat(ids(table(List.of(local), BY_OWNER_LIST), load(many.perPartition(1000))))
        .doesNotContain("local-index-collection-limit");
    assertThat(ids(table(List.of(BY_OWNER), BY_OWNER_LIST), load(many)))
        .doesNotContain("local-index-collection-limit");
  }

  @Test
  void a_projection_that_lacks_what_is_needed_is_found() {
    assertThat(ids(table(List.of(NARROW), BY_OWNER_LIST), Workload.NONE))
        .contains("projection-forces-second-read");
    assertThat(ids(table(List.of(BY_OWNER), BY_OWNER_LIST), Workload.NONE))
        .doesNotContain("projection-forces-second-read");
    assertThat(
            ids(
                table(List.of(NARROW), BY_OWNER_LIST),
                Workload.NONE.pattern("owned", rate(1).needs("g"))))
        .doesNotContain("projection-forces-second-read");
  }

  @Test
  void an_index_that_nobody_reads_is_found() {
    assertThat(ids(table(List.of(BY_OWNER), LIST), Workload.NONE)).contains("unused-index");
    assertThat(ids(table(List.of(BY_OWNER), BY_OWNER_LIST), Workload.NONE))
        .doesNotContain("unused-index");
  }

  @Test
  void an_index_of_everything_of_which_little_is_needed_is_found() {
    Workload large = load(EntityLoad.bytes(5000));
    TableSchema table = table(List.of(BY_OWNER), BY_OWNER_LIST);
    assertThat(ids(table, large.pattern("owned", rate(1).needs("a"))))
        .contains("projects-too-much");
    assertThat(ids(table, large)).doesNotContain("projects-too-much");
    assertThat(
            ids(table(List.of(NARROW), BY_OWNER_LIST), large.pattern("owned", rate(1).needs("g"))))
        .doesNotContain("projects-too-much");
  }

  private static boolean collides(String pk, String otherPk, String sk, String otherSk) {
    EntitySchema one = thing(pk, sk);
    EntitySchema other =
        new EntitySchema("Other", Map.of("pk", otherPk, "sk", otherSk), Set.of(), List.of());
    return ids(table(List.of(one, other), List.of(), LIST), Workload.NONE)
        .contains("colliding-templates");
  }

  private static PatternLoad rate(double calls) {
    return PatternLoad.perSecond(calls);
  }

  private static AccessPattern get(String budget) {
    return ShopSchema.pattern("get", Shape.GET, "Thing").budget(budget).build();
  }

  private static Workload load(EntityLoad load) {
    return Workload.NONE.entity("Thing", load);
  }

  private static List<IndexSchema> indexes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> ShopSchema.index("i" + i, Kind.GLOBAL, "g", "sk", Projection.ALL))
        .toList();
  }

  private static List<String> ids(TableSchema table, Workload workload) {
    return Explain.of(table, workload).explanation().findings().stream().map(Finding::id).toList();
  }

  private static Optional<Severity> severity(Workload workload, String id) {
    return severity(table(LIST), workload, id);
  }

  private static Optional<Severity> severity(TableSchema table, Workload workload, String id) {
    return Explain.of(table, workload).explanation().findings().stream()
        .filter(finding -> finding.id().equals(id))
        .map(Finding::severity)
        .findFirst();
  }

  private static TableSchema table(AccessPattern... patterns) {
    return table(List.of(), patterns);
  }

  private static TableSchema table(List<IndexSchema> indexes, AccessPattern... patterns) {
    return table(List.of(thing("T#{a}", "S#{b}")), indexes, patterns);
  }

  private static TableSchema table(
      List<EntitySchema> entities, List<IndexSchema> indexes, AccessPattern... patterns) {
    return new TableSchema(
        "things",
        ShopSchema.key("pk", "sk"),
        indexes,
        Optional.empty(),
        entities,
        List.of(patterns));
  }

  private static EntitySchema thing(String pk, String sk) {
    var attributes = new ArrayList<AttributeSchema>();
    for (String name : List.of("a", "b", "g")) {
      attributes.add(ShopSchema.attribute(name, "S", "String"));
    }
    return new EntitySchema(
        "Thing", Map.of("pk", pk, "sk", sk, "g", "{g}"), Set.of("byOwner"), attributes);
  }
}
