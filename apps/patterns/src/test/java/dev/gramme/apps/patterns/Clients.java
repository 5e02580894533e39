package dev.gramme.apps.patterns;

import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.embedded.Gramme;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.DynamoDbEncryptionInterceptor;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.model.DynamoDbTableEncryptionConfig;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.model.DynamoDbTablesEncryptionConfig;
import software.amazon.cryptography.dbencryptionsdk.structuredencryption.model.CryptoAction;
import software.amazon.cryptography.materialproviders.IKeyring;
import software.amazon.cryptography.materialproviders.MaterialProviders;
import software.amazon.cryptography.materialproviders.model.AesWrappingAlg;
import software.amazon.cryptography.materialproviders.model.CreateRawAesKeyringInput;
import software.amazon.cryptography.materialproviders.model.DBEAlgorithmSuiteId;
import software.amazon.cryptography.materialproviders.model.MaterialProvidersConfig;

/** Additional clients of a database, for patterns that need them. */
final class Clients implements AutoCloseable {
  private static final int KEY_BYTES = 32;

  private static final String OWN_PARTITION =
      """
      {"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow",
         "Action": ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:DeleteItem"],
         "Resource": "arn:aws:dynamodb:*:*:table/photos",
         "Condition": {"ForAllValues:StringEquals": {
           "dynamodb:LeadingKeys": ["${aws:PrincipalTag/tenant}"]}}}]}\
      """;

  private final Gramme gramme;
  private final List<DynamoDbClient> open = new ArrayList<>();

  Clients(Gramme gramme) {
    this.gramme = gramme;
  }

  /** The owner of the database and two tenants, each with access to one partition. */
  static Identities identities() {
    String json =
        """
        {"identities": [%s, %s, %s]}\
        """
            .formatted(
                identity("OWNER", "iam::000000000000:root", ""), tenantOf("ana"), tenantOf("ben"));
    try {
      return Identities.parse(json, Gramme.ACCOUNT);
    } catch (IdentitiesException e) {
      throw new IllegalStateException("the identities are invalid", e);
    }
  }

  private static String tenantOf(String name) {
    return identity(name, "sts::000000000000:assumed-role/tenant/" + name, OWN_PARTITION);
  }

  private static String identity(String name, String arn, String policy) {
    return """
    {"accessKeyId": "%1$s", "secretAccessKey": "%1$s", "arn": "arn:aws:%2$s",
     "tags": {"tenant": "%1$s"}, "policies": [%3$s]}\
    """
        .formatted(name, arn, policy);
  }

  /** The client that creates the tables. */
  DynamoDbClient main(Surroundings surroundings) {
    return switch (surroundings) {
      case PLAIN -> gramme.client();
      case THROTTLED ->
          client(
              "any",
              ClientOverrideConfiguration.builder()
                  .retryStrategy(AwsRetryStrategy.doNotRetry())
                  .build());
      case SECURED -> tenant("OWNER");
    };
  }

  /** A client with the credentials of an identity. */
  DynamoDbClient tenant(String name) {
    return client(name, ClientOverrideConfiguration.builder().build());
  }

  /** A client with the AWS Database Encryption SDK, and a key derived from the tenant's name. */
  DynamoDbClient encrypting(String tenant) {
    var photos =
        DynamoDbTableEncryptionConfig.builder()
            .logicalTableName("photos")
            .partitionKeyName("PK")
            .sortKeyName("SK")
            .attributeActionsOnEncrypt(
                Map.of(
                    "PK", CryptoAction.SIGN_ONLY,
                    "SK", CryptoAction.SIGN_ONLY,
                    "TYPE", CryptoAction.SIGN_ONLY,
                    "user", CryptoAction.SIGN_ONLY,
                    "photo", CryptoAction.ENCRYPT_AND_SIGN,
                    "url", CryptoAction.ENCRYPT_AND_SIGN))
            .allowedUnsignedAttributePrefix(":")
            // With a digital signature the sizes would differ from run to run.
            .algorithmSuiteId(
                DBEAlgorithmSuiteId.ALG_AES_256_GCM_HKDF_SHA512_COMMIT_KEY_SYMSIG_HMAC_SHA384)
            .keyring(keyring(tenant))
            .build();
    var tables =
        DynamoDbTablesEncryptionConfig.builder()
            .tableEncryptionConfigs(Map.of("photos", photos))
            .build();
    return client(
        "any",
        ClientOverrideConfiguration.builder()
            .addExecutionInterceptor(DynamoDbEncryptionInterceptor.builder().config(tables).build())
            .build());
  }

  private static IKeyring keyring(String tenant) {
    byte[] key = Arrays.copyOf(tenant.getBytes(StandardCharsets.UTF_8), KEY_BYTES);
    return MaterialProviders.builder()
        .MaterialProvidersConfig(MaterialProvidersConfig.builder().build())
        .build()
        .CreateRawAesKeyring(
            CreateRawAesKeyringInput.builder()
                .keyNamespace("gramme-patterns")
                .keyName(tenant)
                .wrappingKey(ByteBuffer.wrap(key))
                .wrappingAlg(AesWrappingAlg.ALG_AES256_GCM_IV12_TAG16)
                .build());
  }

  private DynamoDbClient client(String name, ClientOverrideConfiguration configuration) {
    DynamoDbClient client =
        DynamoDbClient.builder()
            .httpClient(gramme.httpClient())
            .region(Gramme.REGION)
            .endpointOverride(URI.create("http://gramme"))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(name, name)))
            .overrideConfiguration(configuration)
            .build();
    open.add(client);
    return client;
  }

  @Override
  public void close() {
    open.forEach(DynamoDbClient::close);
  }
}
