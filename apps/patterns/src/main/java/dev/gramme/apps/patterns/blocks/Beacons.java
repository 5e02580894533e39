package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.entity.TableCreation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.model.BeaconKeySource;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.model.BeaconVersion;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.model.SearchConfig;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.model.SingleKeyStore;
import software.amazon.cryptography.dbencryptionsdk.dynamodb.model.StandardBeacon;
import software.amazon.cryptography.dbencryptionsdk.structuredencryption.model.CryptoAction;
import software.amazon.cryptography.keystore.KeyStore;
import software.amazon.cryptography.keystore.model.CreateKeyInput;
import software.amazon.cryptography.keystore.model.CreateKeyStoreInput;
import software.amazon.cryptography.keystore.model.KMSConfiguration;
import software.amazon.cryptography.keystore.model.KeyStoreConfig;

/** Encrypted items are found by a few bits of a keyed hash of an attribute. */
public final class Beacons implements Pattern {
  /** The attribute that the toolkit writes as the key of the index. */
  private static final String VALUE = "byIllnessPK";

  private static final String BEACON = "aws_dbe_b_" + VALUE;
  private static final String KEYS = "beacon-keys";
  private static final String KEY = "patients";
  private static final String KMS_KEY =
      "arn:aws:kms:us-east-1:000000000000:key/00000000-0000-0000-0000-000000000000";
  private static final int CACHE_SECONDS = 600;
  private static final int BITS = 2;

  @Entity(pk = "PATIENT#{patient:2}", sk = "PATIENT")
  @Gsi(name = "byIllness", pk = "{illness}")
  record Patient(int patient, String name, String illness) {}

  @AccessPatterns(table = "patients")
  interface Queries {
    @Put
    void save(Patient patient);

    @Query(index = "byIllness")
    List<Patient> withIllness(String illness);
  }

  @Override
  public String title() {
    return "Search on encrypted attributes with beacons";
  }

  @Override
  public String problem() {
    return "Items must be found by an attribute that the database cannot read.";
  }

  @Override
  public String purpose() {
    return """
    Each encryption of a value gives other bytes, so an encrypted value cannot be found as a key. The
    AWS Database Encryption SDK therefore adds an attribute to the item, the beacon, which is the key
    of the index. The SDK computes a hash of the value with a secret key (HMAC-SHA-384). The beacon
    is the last bits of the hash's first eight bytes; its length is chosen for each attribute. Equal
    values have equal beacons, and nobody can compute a beacon without the secret key. For a query, the
    SDK computes the beacon of the value, reads the items with this beacon from the index, decrypts
    them, and removes those with another value.

    Here a beacon has two bits, so there are four beacons for six illnesses. Gout and measles have the
    same one, 3: the query for gout reads and pays for the patients with measles, too. The beacon is so
    short on purpose. If each illness had its own beacon, anyone with access to the index could count the
    patients of each, and recognize a common illness by its count. Fewer bits hide more, but queries
    read more items that they do not need. So the number of bits depends on the number of distinct
    values: an attribute with many of them can have a longer beacon.

    The secret key is in a key store, which is a table, and is itself encrypted by a key service. Here a
    class of this program replaces the key service, and the items are encrypted with a raw key, so the
    pattern runs without any network.
    """;
  }

  @Override
  public void show(Stage stage) {
    stage.client().createTable(tableWithBeacons());
    KeyStore store = keyStore(stage.client());
    stage.leaveOut(KEYS);
    var patients =
        Beacons_QueriesTable.of(
            Table.of(stage.intercepted(encryption(store)), Beacons_QueriesTable.schema()));
    List<String> illnesses = List.of("flu", "asthma", "gout", "measles", "malaria", "scurvy");
    for (int patient = 0; patient < 2 * illnesses.size(); patient++) {
      patients.save(patient(patient, illnesses.get(patient % illnesses.size())));
    }
    stage.recordInitialTables();
    stage.write("a patient", () -> patients.save(patient(12, "flu")));
    for (String illness : List.of("flu", "gout")) {
      stage.read(
          "the patients with the illness " + illness,
          () -> patients.withIllness(illness).stream().map(Patient::name).toList());
    }
    stage.read(
        "each beacon, and how many entries the index has for it", () -> beacons(stage.client()));
    stage.read("entries for the value itself, without the key", () -> entries(stage.client()));
  }

  private static Patient patient(int patient, String illness) {
    return new Patient(patient, "Patient " + patient, illness);
  }

  /** The table of the toolkit, whose index has the beacon as its key instead of the value. */
  private static CreateTableRequest tableWithBeacons() {
    var schema = Beacons_QueriesTable.schema();
    CreateTableRequest request = TableCreation.request(schema, schema.name());
    return request.toBuilder()
        .attributeDefinitions(
            request.attributeDefinitions().stream().map(Beacons::withBeacon).toList())
        .globalSecondaryIndexes(
            request.globalSecondaryIndexes().stream().map(Beacons::withBeacon).toList())
        .build();
  }

  private static AttributeDefinition withBeacon(AttributeDefinition attribute) {
    return attribute.attributeName().equals(VALUE)
        ? attribute.toBuilder().attributeName(BEACON).build()
        : attribute;
  }

  private static GlobalSecondaryIndex withBeacon(GlobalSecondaryIndex index) {
    List<KeySchemaElement> keys =
        index.keySchema().stream()
            .map(key -> key.toBuilder().attributeName(BEACON).build())
            .toList();
    return index.toBuilder().keySchema(keys).build();
  }

  /** The store of the beacons' key, a table of the same database. */
  private static KeyStore keyStore(DynamoDbClient client) {
    KeyStore store =
        KeyStore.builder()
            .KeyStoreConfig(
                KeyStoreConfig.builder()
                    .ddbClient(client)
                    .ddbTableName(KEYS)
                    .logicalKeyStoreName(KEYS)
                    .kmsClient(new LocalKeyService())
                    .kmsConfiguration(KMSConfiguration.builder().kmsKeyArn(KMS_KEY).build())
                    .build())
            .build();
    store.CreateKeyStore(CreateKeyStoreInput.builder().build());
    store.CreateKey(
        CreateKeyInput.builder()
            .branchKeyIdentifier(KEY)
            .encryptionContext(Map.of("purpose", "beacons"))
            .build());
    return store;
  }

  private static ExecutionInterceptor encryption(KeyStore store) {
    var beacons =
        BeaconVersion.builder()
            .version(1)
            .keyStore(store)
            .keySource(
                BeaconKeySource.builder()
                    .single(SingleKeyStore.builder().keyId(KEY).cacheTTL(CACHE_SECONDS).build())
                    .build())
            .standardBeacons(List.of(StandardBeacon.builder().name(VALUE).length(BITS).build()))
            .build();
    return Encryption.of(
        Encryption.table("patients", "patients")
            .attributeActionsOnEncrypt(
                Map.of(
                    "PK",
                    CryptoAction.SIGN_ONLY,
                    "SK",
                    CryptoAction.SIGN_ONLY,
                    "TYPE",
                    CryptoAction.SIGN_ONLY,
                    "patient",
                    CryptoAction.SIGN_ONLY,
                    "name",
                    CryptoAction.ENCRYPT_AND_SIGN,
                    "illness",
                    CryptoAction.ENCRYPT_AND_SIGN,
                    VALUE,
                    CryptoAction.ENCRYPT_AND_SIGN))
            .search(SearchConfig.builder().versions(List.of(beacons)).writeVersion(1).build())
            .build());
  }

  private static Map<String, Integer> beacons(DynamoDbClient plain) {
    var beacons = new TreeMap<String, Integer>();
    plain
        .scan(scan -> scan.tableName("patients").indexName("byIllness"))
        .items()
        .forEach(item -> beacons.merge(Attributes.in(item, BEACON).s(), 1, Integer::sum));
    return beacons;
  }

  private static int entries(DynamoDbClient plain) {
    return plain
        .query(query ->
            query
                .tableName("patients")
                .indexName("byIllness")
                .keyConditionExpression(BEACON + " = :illness")
                .expressionAttributeValues(Map.of(":illness", AttributeValue.fromS("flu"))))
        .count();
  }
}
