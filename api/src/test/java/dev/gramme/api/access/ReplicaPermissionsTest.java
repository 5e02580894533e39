package dev.gramme.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.api.PreparedRequest;
import dev.gramme.auth.policy.Policy;
import dev.gramme.auth.policy.Principal;
import dev.gramme.auth.policy.Requester;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.model.ApiError;
import dev.gramme.model.Replica;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.wire.JsonValue;
import dev.gramme.wire.RequestDecoder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The permissions that requests on global tables need in other regions. */
class ReplicaPermissionsTest {
  private static final String HERE = "us-east-1";
  private static final String THERE = "eu-west-1";
  private static final String EVERYTHING =
      "{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"}";
  private static final String CREATE_REPLICA = updates("{\"Create\":{\"RegionName\":\"%s\"}}");
  private static final String TIME_TO_LIVE =
      """
      {"TableName":"%s","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ttl"}}\
      """;

  private final Engine here = engine();
  private final Engine there = engine();

  private static Engine engine() {
    return Engine.open(
        new MemoryStore(), InstantSource.system(), Runnable::run, EngineOptions.DEFAULT);
  }

  @BeforeEach
  void createTable() {
    execute(here, HERE, "CreateTable", table("\"Tags\":[{\"Key\":\"stage\",\"Value\":\"test\"}]"));
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  private static String table(String more) {
    return """
    {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
     "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
     "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],%s}\
    """
        .formatted(more);
  }

  private static String updates(String actions) {
    return "{\"TableName\":\"things\",\"ReplicaUpdates\":[" + actions + "]}";
  }

  private static Caller caller(String region) {
    return new Caller(region, "000000000000", Wording.CLASSIC);
  }

  private static PreparedRequest prepare(Engine engine, String region, String name, String body) {
    Operation operation = new Operations(engine, () -> new UUID(0, 1)).find(name).orElseThrow();
    byte[] bytes = Utf8.bytes(body);
    return operation.prepare(
        RequestDecoder.decode(bytes, 0, bytes.length, operation.input()), caller(region));
  }

  private static void execute(Engine engine, String region, String name, String body) {
    var _ = prepare(engine, region, name, body).execute().toCompletableFuture().join();
  }

  /**
   * Authorizes a request of a user in the first region.
   *
   * @return the decided accesses as action and ARN; the account and the beginning of ARNs are left
   *     out
   * @throws ApiError if it is denied
   */
  private List<String> authorize(String name, String body, String... statements) throws Exception {
    var document = "{\"Version\":\"2012-10-17\",\"Statement\":[" + String.join(",", statements);
    var policy = Policy.ofIdentity(JsonValue.parse(document + "]}").orElseThrow());
    var user =
        Principal.of(
            "arn:aws:iam::000000000000:user/alice", Optional.empty(), Map.of(), List.of(policy));
    var requester = new Requester(user, "127.0.0.1", HERE, false, Instant.EPOCH);
    var accesses = new ArrayList<String>();
    var _ =
        new Authorizer(here)
            .check(
                requester,
                prepare(here, HERE, name, body),
                caller(HERE),
                (access, decision) ->
                    accesses.add(
                        access.action()
                            + " "
                            + access
                                .resource()
                                .replace("arn:aws:dynamodb:", "")
                                .replace(":000000000000:table", "")));
    return accesses;
  }

  private void assertDenied(String ending, String name, String body, String... statements) {
    assertThatThrownBy(() -> authorize(name, body, statements))
        .isInstanceOf(ApiError.class)
        .hasMessageEndingWith(ending);
  }

  private static String createIn(String region) {
    return CREATE_REPLICA.formatted(region);
  }

  @Test
  void a_condition_on_the_region_is_about_the_region_of_the_replica() throws Exception {
    String onlyHere =
        """
        {"Effect":"Deny","Action":"*","Resource":"*",
         "Condition":{"StringNotEquals":{"aws:RequestedRegion":"us-east-1"}}}\
        """;
    assertDenied(
        "with an explicit deny in an identity-based policy",
        "UpdateTable",
        createIn(THERE),
        EVERYTHING,
        onlyHere);
    // The form of an example in the guide: other actions in the region of the table and of the
    // replica.
    String source =
        """
        {"Effect":"Allow","Action":"dynamodb:UpdateTable","Resource":"*",
         "Condition":{"StringEquals":{"aws:RequestedRegion":"us-east-1"}}}\
        """;
    String replicas =
        """
        {"Effect":"Allow","Action":["dynamodb:CreateTable","dynamodb:CreateTableReplica",
           "dynamodb:Query","dynamodb:Scan","dynamodb:UpdateItem","dynamodb:PutItem",
           "dynamodb:GetItem","dynamodb:DeleteItem","dynamodb:BatchWriteItem"],"Resource":"*",
         "Condition":{"StringEquals":{"aws:RequestedRegion":["eu-west-1","us-west-2"]}}}\
        """;
    assertThat(authorize("UpdateTable", createIn(THERE), source, replicas)).hasSize(10);
  }

  @Test
  void a_replica_is_decided_with_the_policy_and_the_tags_of_its_own_region() throws Exception {
    String tagged =
        """
        {"Effect":"Allow","Action":"*","Resource":"*",
         "Condition":{"StringEquals":{"aws:ResourceTag/stage":"test"}}}\
        """;
    String ending = "no identity-based policy allows the dynamodb:DeleteTable action";
    String delete = updates("{\"Delete\":{\"RegionName\":\"eu-west-1\"}}");
    assertDenied(ending, "UpdateTable", delete, tagged);
    here.connectRegions(region -> region.equals(THERE) ? Optional.of(there) : Optional.empty());
    assertDenied(ending, "UpdateTable", delete, tagged);
    execute(
        there, THERE, "CreateTable", table("\"Tags\":[{\"Key\":\"stage\",\"Value\":\"test\"}]"));
    assertThat(authorize("UpdateTable", delete, tagged)).hasSize(3);
    execute(
        there,
        THERE,
        "PutResourcePolicy",
        """
        {"ResourceArn":"arn:aws:dynamodb:eu-west-1:000000000000:table/things","Policy":"{\\"Version\\":\\"2012-10-17\\",
         \\"Statement\\":[{\\"Effect\\":\\"Deny\\",\\"Principal\\":\\"*\\",\\"Action\\":\\"dynamodb:DeleteTable\\",
         \\"Resource\\":\\"arn:aws:dynamodb:eu-west-1:000000000000:table/things\\"}]}"}\
        """
            .replace(",\n ", ","));
    assertDenied("with an explicit deny in a resource-based policy", "UpdateTable", delete, tagged);
  }

  @Test
  void equal_actions_are_decided_once() throws Exception {
    String create = "{\"Create\":{\"RegionName\":\"eu-west-1\"}}";
    assertThat(authorize("UpdateTable", updates(create + ("," + create).repeat(99)), EVERYTHING))
        .hasSize(10);
  }

  @Test
  void too_many_actions_are_refused_after_the_decision() throws Exception {
    String request =
        updates(
            IntStream.rangeClosed(0, 100)
                .mapToObj("{\"Create\":{\"RegionName\":\"eu-west-%d\"}}"::formatted)
                .collect(Collectors.joining(",")));
    assertDenied(
        "no identity-based policy allows the dynamodb:UpdateTable action", "UpdateTable", request);
    assertThat(authorize("UpdateTable", request, EVERYTHING))
        .contains("Scan eu-west-99/things")
        .doesNotContain("Scan eu-west-100/things");
    assertThatThrownBy(() -> execute(here, HERE, "UpdateTable", request))
        .isInstanceOf(ApiError.class)
        .hasMessage(
            "Update table operation with more than one create or delete replica actions not"
                + " allowed");
  }

  @Test
  void an_update_of_a_replica_needs_a_permission_in_the_region_of_the_request() throws Exception {
    assertThat(
            authorize(
                "UpdateTable",
                updates("{\"Update\":{\"RegionName\":\"eu-west-1\",\"KMSMasterKeyId\":\"k\"}}"),
                EVERYTHING))
        .containsExactly("UpdateTable us-east-1/things");
  }

  @Test
  void a_witness_needs_its_permission_in_all_participating_regions() throws Exception {
    String request =
        """
        {"TableName":"things","ReplicaUpdates":[{"%1$s":{"RegionName":"us-east-2"}}],
         "GlobalTableWitnessUpdates":[{"%1$s":{"RegionName":"us-west-2"}}]}\
        """;
    assertThat(authorize("UpdateTable", request.formatted("Create"), EVERYTHING))
        .endsWith(
            "CreateGlobalTableWitness us-east-1/things",
            "CreateGlobalTableWitness us-east-2/things",
            "CreateGlobalTableWitness us-west-2/things")
        .hasSize(13);
    assertThat(authorize("UpdateTable", request.formatted("Delete"), EVERYTHING))
        .containsExactly(
            "UpdateTable us-east-1/things",
            "DeleteTable us-east-2/things",
            "DeleteTableReplica us-east-2/things",
            "DeleteGlobalTableWitness us-east-1/things",
            "DeleteGlobalTableWitness us-east-2/things",
            "DeleteGlobalTableWitness us-west-2/things");
  }

  @Test
  void time_to_live_needs_its_permission_in_all_regions_with_replicas() throws Exception {
    assertThat(authorize("UpdateTimeToLive", TIME_TO_LIVE.formatted("things"), EVERYTHING))
        .containsExactly("UpdateTimeToLive us-east-1/things");
    here.catalog()
        .change(
            "things",
            (table, numbers) ->
                table.toBuilder().replica(Replica.of(THERE, Replica.Status.ACTIVE)).build())
        .toCompletableFuture()
        .join();
    for (String reference :
        List.of("things", "arn:aws:dynamodb:us-east-1:000000000000:table/things")) {
      assertThat(authorize("UpdateTimeToLive", TIME_TO_LIVE.formatted(reference), EVERYTHING))
          .containsExactly(
              "UpdateTimeToLive us-east-1/things", "UpdateTimeToLive eu-west-1/things");
    }
    String onlyHere =
        """
        {"Effect":"Allow","Action":"*","Resource":"arn:aws:dynamodb:us-east-1:000000000000:*"}\
        """;
    assertDenied(
        "no identity-based policy allows the dynamodb:UpdateTimeToLive action",
        "UpdateTimeToLive",
        TIME_TO_LIVE.formatted("things"),
        onlyHere);
  }

  @Test
  void a_malformed_arn_is_left_to_the_rules_of_the_operation() throws Exception {
    String request =
        "{\"TableName\":\"arn:x\",\"ReplicaUpdates\":[{\"Create\":{\"RegionName\":\"eu-west-1\"}}]}";
    assertThat(authorize("UpdateTable", request, EVERYTHING)).hasSize(10).contains("Scan arn:x");
    assertThatThrownBy(() -> execute(here, HERE, "UpdateTable", request))
        .isInstanceOf(ApiError.class)
        .hasMessageContaining("Invalid resource type in 'arn:x'");
  }
}
