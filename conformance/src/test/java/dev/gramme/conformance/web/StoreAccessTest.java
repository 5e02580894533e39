package dev.gramme.conformance.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.auth.identity.IdentitiesFile;
import dev.gramme.auth.identity.IdentitiesFile.Credentials;
import dev.gramme.conformance.support.StoreServers;
import dev.gramme.server.Node;
import dev.gramme.server.admin.PrivateFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Identities, tags and the policies of tables on each store. */
final class StoreAccessTest {
  private static final Credentials ALICE = new Credentials("AKIDALICE", "alices-secret");
  private static final Credentials BOB = new Credentials("AKIDBOB", "bobs-secret");
  private static final String EVERYTHING =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}
      """;
  private static final String NOTHING =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Deny","Action":"dynamodb:ListTables",
      "Resource":"*"}]}
      """;

  @TempDir private Path folder;

  private Node server(StoreServers servers) throws Exception {
    return servers.start("--identities=" + folder.resolve("identities.json"));
  }

  private static DynamoDbClient client(Node node, Credentials key) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create("http://localhost:" + node.port()))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(key.id(), key.secret())))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  private Path empty(String name) throws Exception {
    var file =
        IdentitiesFile.empty("000000000000")
            .add("alice", ALICE, Optional.of(EVERYTHING))
            .add("bob", BOB, Optional.of(NOTHING));
    PrivateFile.write(folder.resolve("identities.json"), file.json());
    return Files.createDirectory(folder.resolve(name));
  }

  @Test
  void a_policy_and_tags_hold_in_memory() throws Exception {
    try (var servers = StoreServers.inMemory(empty("memory"))) {
      var node = server(servers);
      check(node, node);
    }
  }

  @Test
  @Tag("slow")
  void a_policy_and_tags_hold_on_rocksdb() throws Exception {
    try (var servers = StoreServers.onRocksDb(empty("rocksdb"))) {
      var node = server(servers);
      check(node, node);
    }
  }

  @Test
  @Tag("slow")
  void a_policy_and_tags_of_one_server_hold_on_another_on_postgresql() throws Exception {
    try (var servers = StoreServers.onPostgres(empty("postgresql"))) {
      check(server(servers), server(servers));
    }
  }

  @Test
  @Tag("long")
  @ResourceLock("nodes of Cassandra")
  void a_policy_and_tags_of_one_server_hold_on_another_on_cassandra() throws Exception {
    try (var servers = StoreServers.onCassandra(empty("cassandra"))) {
      check(server(servers), server(servers));
    }
  }

  @SuppressWarnings("unchecked") // the SDK has generic varargs
  private static void check(Node one, Node other) {
    try (var alice = client(one, ALICE);
        var bob = client(other, BOB)) {
      String table =
          alice
              .createTable(request ->
                  request
                      .tableName("notes")
                      .attributeDefinitions(
                          a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                      .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH))
                      .billingMode(BillingMode.PAY_PER_REQUEST))
              .tableDescription()
              .tableArn();
      assertThat(isAllowed(bob)).isFalse();
      alice.putResourcePolicy(request ->
          request
              .resourceArn(table)
              .policy(
                  """
                  {"Version":"2012-10-17","Statement":[{"Effect":"Allow",
                  "Principal":{"AWS":"arn:aws:iam::000000000000:user/bob"},
                  "Action":["dynamodb:GetItem","dynamodb:ListTagsOfResource"],
                  "Resource":"%s"}]}
                  """
                      .formatted(table)));
      assertThat(isAllowed(bob)).isTrue();
      alice.tagResource(
          request -> request.resourceArn(table).tags(tag -> tag.key("team").value("archive")));
      assertThat(bob.listTagsOfResource(request -> request.resourceArn(table)).tags())
          .singleElement()
          .satisfies(tag -> assertThat(tag.value()).isEqualTo("archive"));
      alice.deleteResourcePolicy(request -> request.resourceArn(table));
      assertThat(isAllowed(bob)).isFalse();
    }
  }

  private static boolean isAllowed(DynamoDbClient client) {
    try {
      var key = Map.of("id", AttributeValue.fromS("a"));
      return !client.getItem(request -> request.tableName("notes").key(key)).hasItem();
    } catch (DynamoDbException e) {
      assertThat(e.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
      return false;
    }
  }
}
