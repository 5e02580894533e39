package dev.gramme.embedded.access;

import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.embedded.Gramme;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** A database with identities, and a client for each of them. */
final class SecuredDatabase implements AutoCloseable {
  static final String ROOT = "AKIDROOT";

  private final Gramme gramme;
  private final List<SdkAutoCloseable> clients = new ArrayList<>();

  private SecuredDatabase(Gramme gramme) {
    this.gramme = gramme;
  }

  /**
   * Opens a database with the identity of the account's root user and others.
   *
   * @param identities JSON objects; the secret of each identity is its access key id followed by
   *     {@code -secret}
   */
  static SecuredDatabase open(String... identities) throws IdentitiesException {
    return open(InstantSource.system(), identities);
  }

  static SecuredDatabase open(InstantSource clock, String... identities)
      throws IdentitiesException {
    String all = identity(ROOT, "arn:aws:iam::000000000000:root", "{}", "[]");
    for (String one : identities) {
      all += "," + one;
    }
    var parsed = Identities.parse("{\"identities\":[" + all + "]}", Gramme.ACCOUNT);
    return new SecuredDatabase(Gramme.builder().clock(clock).identities(parsed).inMemory());
  }

  static String identity(String id, String arn, String tags, String policies) {
    return """
    {"accessKeyId":"%s","secretAccessKey":"%s-secret","arn":"%s","tags":%s,"policies":%s}\
    """
        .formatted(id, id, arn, tags, policies);
  }

  static String user(String name, String... statements) {
    return identity(name, "arn:aws:iam::000000000000:user/" + name, "{}", policies(statements));
  }

  static String policies(String... statements) {
    return "[{\"Version\":\"2012-10-17\",\"Statement\":[" + String.join(",", statements) + "]}]";
  }

  Gramme gramme() {
    return gramme;
  }

  DynamoDbClient client(String keyId) {
    return client(keyId, keyId + "-secret", Region.US_EAST_1);
  }

  DynamoDbClient client(String keyId, String secret, Region region) {
    var client =
        DynamoDbClient.builder()
            .httpClient(gramme.httpClient())
            .region(region)
            .endpointOverride(URI.create("http://gramme.test"))
            .credentialsProvider(credentials(keyId, secret))
            .build();
    clients.add(client);
    return client;
  }

  DynamoDbStreamsClient streams(String keyId) {
    var client =
        DynamoDbStreamsClient.builder()
            .httpClient(gramme.httpClient())
            .region(Region.US_EAST_1)
            .endpointOverride(URI.create("http://gramme.test"))
            .credentialsProvider(credentials(keyId, keyId + "-secret"))
            .build();
    clients.add(client);
    return client;
  }

  private static StaticCredentialsProvider credentials(String keyId, String secret) {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create(keyId, secret));
  }

  /** Creates a table with the key pk and sk, and an index with the key holder. */
  void createTable(String name) {
    createTable(client(ROOT), name);
  }

  static void createTable(DynamoDbClient client, String name) {
    client.createTable(
        CreateTableRequest.builder()
            .tableName(name)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
            .attributeDefinitions(string("pk"), string("sk"), string("holder"))
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("byHolder")
                    .keySchema(key("holder", KeyType.HASH))
                    .projection(projection -> projection.projectionType(ProjectionType.ALL))
                    .build())
            .build());
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition string(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  static AttributeValue s(String value) {
    return AttributeValue.fromS(value);
  }

  static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", s(pk), "sk", s(sk));
  }

  @Override
  public void close() {
    for (SdkAutoCloseable client : clients) {
      client.close();
    }
    gramme.close();
  }
}
