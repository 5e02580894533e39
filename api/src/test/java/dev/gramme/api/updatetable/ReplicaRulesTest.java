package dev.gramme.api.updatetable;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.AttributeType;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableIdentity;
import dev.gramme.model.TableSchema;
import dev.gramme.model.Utf8;
import dev.gramme.wire.RequestDecoder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    assertThatThrownBy(() -> ReplicaRules.checkDelete(table, Set.of(deleted), false))
        .hasMessage("The resource which you are attempting to change is in use.");
  }

  @Test
  void the_region_that_copies_a_new_replica_can_delete_it() {
    var table = tableWith(Replica.of("us-west-2", Replica.Status.ACTIVE), copied(OTHER));

    assertThatNoException().isThrownBy(() -> ReplicaRules.checkDelete(table, Set.of(OTHER), false));

    assertInUse(table, "us-west-2");
  }

  @Test
  void new_replicas_of_a_strongly_consistent_table_are_deleted_in_one_request() {
    var table =
        tableWith(copied("us-west-2"), copied(OTHER)).toBuilder()
            .strong(new StrongConsistency("us-east-1", null))
            .build();
    byte[] request =
        Utf8.bytes(
            """
            {"TableName":"things","ReplicaUpdates":[
              {"Delete":{"RegionName":"us-west-2"}},{"Delete":{"RegionName":"eu-west-1"}}]}\
            """);
    var input = RequestDecoder.decode(request, 0, request.length, UpdateTableShape.SHAPE);

    assertThatNoException()
        .isThrownBy(
            () -> StrongRules.checkDelete(input, ReplicaRules.actions(input), table, false));

    assertInUse(table, OTHER);
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

    assertThatNoException().isThrownBy(() -> ReplicaRules.checkDelete(table, Set.of(OTHER), true));
    assertThatThrownBy(() -> ReplicaRules.checkDelete(table, Set.of("us-west-2"), true))
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
