package dev.gramme.apps.patterns.blocks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.DynamoDbEncryptionInterceptor;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.model.DynamoDbTableEncryptionConfig;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.model.DynamoDbTablesEncryptionConfig;
import software.amazon.cryptography.materialproviders.IKeyring;
import software.amazon.cryptography.materialproviders.MaterialProviders;
import software.amazon.cryptography.materialproviders.model.AesWrappingAlg;
import software.amazon.cryptography.materialproviders.model.CreateRawAesKeyringInput;
import software.amazon.cryptography.materialproviders.model.DBEAlgorithmSuiteId;
import software.amazon.cryptography.materialproviders.model.MaterialProvidersConfig;

/** The AWS Database Encryption SDK with keys of this program, without a key service. */
final class Encryption {
  private static final int KEY_BYTES = 32;

  private Encryption() {}

  /** Starts the configuration of a table with the primary key {@code PK} and {@code SK}. */
  static DynamoDbTableEncryptionConfig.Builder table(String name, String key) {
    return DynamoDbTableEncryptionConfig.builder()
        .logicalTableName(name)
        .partitionKeyName("PK")
        .sortKeyName("SK")
        .allowedUnsignedAttributePrefix(":")
        // With a digital signature the sizes would differ from run to run.
        .algorithmSuiteId(
            DBEAlgorithmSuiteId.ALG_AES_256_GCM_HKDF_SHA512_COMMIT_KEY_SYMSIG_HMAC_SHA384)
        .keyring(keyring(key));
  }

  /** Encrypts the items of a table before they are sent, and decrypts what is received. */
  static ExecutionInterceptor of(DynamoDbTableEncryptionConfig table) {
    var tables =
        DynamoDbTablesEncryptionConfig.builder()
            .tableEncryptionConfigs(Map.of(table.logicalTableName(), table))
            .build();
    return DynamoDbEncryptionInterceptor.builder().config(tables).build();
  }

  /** The bytes of a key that is derived from its name, for demonstration only. */
  static ByteBuffer key(String name) {
    return ByteBuffer.wrap(Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), KEY_BYTES));
  }

  private static IKeyring keyring(String name) {
    return MaterialProviders.builder()
        .MaterialProvidersConfig(MaterialProvidersConfig.builder().build())
        .build()
        .CreateRawAesKeyring(
            CreateRawAesKeyringInput.builder()
                .keyNamespace("gramme-patterns")
                .keyName(name)
                .wrappingKey(key(name))
                .wrappingAlg(AesWrappingAlg.ALG_AES256_GCM_IV12_TAG16)
                .build());
  }
}
