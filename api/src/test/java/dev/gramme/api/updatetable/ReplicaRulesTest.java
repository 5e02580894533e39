package dev.gramme.api.updatetable;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.AttributeType;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableIdentity;
import dev.gramme.model.TableSchema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReplicaRulesTest {
  private static final String OTHER = "eu-west-1";

  private static TableDefinition tableWith(Replica... replicas) {
    var identity = new TableIdentity("things", new UUID(0, 1), 1, "us-east-1", Instant.EPOCH);
    var key = new KeySchema(List.of(new KeyAttribute("id", AttributeType.S)), List.of());
    return TableDefinition.of(identity, TableSchema.of(key, Map.of("id", AttributeType.S)))
        .toBuilder()
        .replicas(List.of(replicas))
        .build();
  }

  private static Replica copied(String region) {
    return Replica.creating(region, Instant.EPOCH, ReplicaSettings.NONE);
  }

  private static void assertInUse(TableDefinition table, String deleted) {
    assertThatThrownBy(() -> ReplicaRules.checkDelete(table, deleted, false))
        .hasMessage("The resource which you are attempting to change is in use.");
  }

  @Test
  void the_region_that_copies_a_new_replica_can_delete_it() {
    var table = tableWith(Replica.of("us-west-2", Replica.Status.ACTIVE), copied(OTHER));

    assertThatNoException().isThrownBy(() -> ReplicaRules.checkDelete(table, OTHER, false));

    assertInUse(table, "us-west-2");
  }

  @Test
  void another_region_cannot() {
    assertInUse(tableWith(Replica.of(OTHER, Replica.Status.CREATING)), OTHER);
  }

  @Test
  void it_can_if_a_region_is_lost_which_may_be_the_one_that_copies() {
    var table =
        tableWith(
            Replica.of("us-west-2", Replica.Status.ACTIVE),
            Replica.of(OTHER, Replica.Status.CREATING));

    assertThatNoException().isThrownBy(() -> ReplicaRules.checkDelete(table, OTHER, true));
    assertThatThrownBy(() -> ReplicaRules.checkDelete(table, "us-west-2", true))
        .hasMessage("The resource which you are attempting to change is in use.");
  }

  @Test
  void a_replica_is_deleted_once() {
    assertInUse(tableWith(copied(OTHER).withStatus(Replica.Status.DELETING)), OTHER);
  }

  @Test
  void a_replica_that_is_being_copied_cannot_be_changed() {
    assertThatThrownBy(() -> ReplicaRules.checkUpdate(tableWith(copied(OTHER)), OTHER))
        .hasMessage("The resource which you are attempting to change is in use.");
  }
}
