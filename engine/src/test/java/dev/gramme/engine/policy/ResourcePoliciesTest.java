package dev.gramme.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourcePoliciesTest {
  private static final String LABEL = "2026-11-21T00:00:00.000";

  private final Store store = TestStores.open();
  private final Engine engine =
      Engine.open(
          store,
          () -> Instant.ofEpochMilli(5000),
          task -> Thread.ofPlatform().daemon().start(task),
          EngineOptions.DEFAULT);
  private final TableDefinition table = engine.catalog().create(Tables.table("t")).join();

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private ResourcePolicy put(String document, @Nullable String expected) {
    return engine.policies().put("t", ResourcePolicies.TABLE, document, expected).join();
  }

  private static void fails(ThrowingCallable call, ErrorType type, String text) {
    assertThatThrownBy(call)
        .cause()
        .isInstanceOfSatisfying(ApiError.class, e -> assertThat(e.type()).isEqualTo(type))
        .hasMessageContaining(text);
  }

  @Test
  void a_policy_is_stored_with_the_time_as_its_revision() {
    assertThat(put("one", null)).isEqualTo(new ResourcePolicy("one", "5000"));
    assertThat(engine.policies().find(table, ResourcePolicies.TABLE))
        .hasValue(new ResourcePolicy("one", "5000"));
  }

  @Test
  void the_revision_grows_with_every_change_whatever_the_clock_says() {
    put("one", null);
    assertThat(put("two", null).revision()).isEqualTo("5001");
    engine.advance(Duration.ofSeconds(1));
    assertThat(put("three", null).revision()).isEqualTo("6000");
  }

  @Test
  void an_equal_document_keeps_its_revision() {
    put("one", null);
    engine.advance(Duration.ofSeconds(1));
    assertThat(put("one", null).revision()).isEqualTo("5000");
  }

  @Test
  void the_policies_of_a_table_and_of_its_streams_are_independent() {
    put("one", null);
    engine.policies().put("t", LABEL, "two", null).join();
    engine.policies().delete("t", ResourcePolicies.TABLE, null).join();
    assertThat(engine.policies().find(table, ResourcePolicies.TABLE)).isEmpty();
    assertThat(engine.policies().find(table, LABEL)).map(ResourcePolicy::document).hasValue("two");
  }

  @Test
  void a_change_requires_the_expected_revision() {
    put("one", null);
    fails(() -> put("two", "4999"), ErrorType.POLICY_NOT_FOUND, "has revision id 5000.");
    fails(
        () -> engine.policies().delete("t", ResourcePolicies.TABLE, "4999").join(),
        ErrorType.POLICY_NOT_FOUND,
        "revision id 4999");
    assertThat(put("two", "5000").revision()).isEqualTo("5001");
  }

  @Test
  void no_policy_is_expected_by_its_name() {
    put("one", "NO_POLICY");
    fails(
        () -> put("two", "NO_POLICY"),
        ErrorType.POLICY_NOT_FOUND,
        "expecting none to be present for table t");
  }

  @Test
  void a_revision_is_not_the_revision_of_an_absent_policy() {
    fails(
        () -> put("one", "5000"), ErrorType.POLICY_NOT_FOUND, "table t has no associated policy.");
  }

  @Test
  void a_deletion_returns_the_removed_policy_if_there_was_one() {
    put("one", null);
    var policies = engine.policies();
    assertThat(policies.delete("t", ResourcePolicies.TABLE, "5000").join())
        .hasValue(new ResourcePolicy("one", "5000"));
    assertThat(policies.delete("t", ResourcePolicies.TABLE, "NO_POLICY").join()).isEmpty();
  }

  @Test
  void a_table_that_does_not_exist_has_no_policy() {
    fails(
        () -> engine.policies().put("missing", ResourcePolicies.TABLE, "one", null).join(),
        ErrorType.RESOURCE_NOT_FOUND,
        "");
  }

  @Test
  void a_new_table_can_have_a_policy_and_its_successor_does_not_inherit_it() {
    var attached = ResourcePolicies.attached("one", Instant.ofEpochMilli(7));
    var created = engine.catalog().create(Tables.table("u"), attached).join();
    assertThat(engine.policies().find(created, ResourcePolicies.TABLE))
        .hasValue(new ResourcePolicy("one", "7"));

    engine.catalog().delete("u", dropped -> {}).join();
    var successor = engine.catalog().create(Tables.table("u")).join();
    assertThat(engine.policies().find(successor, ResourcePolicies.TABLE)).isEmpty();
  }
}
