package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.explain.ItemSize;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.cryptography.dbencryptionsdk.structuredencryption.model.CryptoAction;

/** A tenant's data can be read only with the tenant's key. */
public final class TenantKeys implements Pattern {
  private static final Map<String, AttributeValue> CAT =
      Map.of("PK", AttributeValue.fromS("ana"), "SK", AttributeValue.fromS("PHOTO#cat"));

  @Entity(pk = "{user}", sk = "PHOTO#{photo}")
  record Photo(String user, String photo, String url) {}

  @AccessPatterns(table = "photos")
  interface Queries {
    @Put
    void upload(Photo photo);

    @Query
    List<Photo> photos(String user);
  }

  @Override
  public String title() {
    return "Multi-tenancy with different encryption keys";
  }

  @Override
  public String problem() {
    return "A tenant's data must be unreadable without the tenant's key.";
  }

  @Override
  public String purpose() {
    return """
    Each tenant has its own encryption key. Before a request leaves the client, the AWS Database
    Encryption SDK, unchanged, encrypts the attributes `photo` and `url`, and signs all attributes. A
    client without the key of the tenant cannot read the two. The client of the tenant refuses an item
    that was changed without the key. The database knows no keys, so it also charges for items that a
    client then refuses; such a call shows no cost below, because the client hides the answer.

    The other attributes stay readable: the database finds items by `PK` and `SK`, and `TYPE` and `user`
    are only signed. A value that must be secret must therefore not be in a key. The name of the photo is
    in `SK` here, so it is not secret, although the attribute `photo` is encrypted.

    The item of the example has 402 bytes instead of 77. Of the additional 325 bytes, a header and a
    footer with their names have 289, and each of the two encrypted attributes has 18.
    """;
  }

  @Override
  public void show(Stage stage) {
    Table plain = stage.table(TenantKeys_QueriesTable.schema());
    var ana = photos(stage, "ana");
    var ben = photos(stage, "ben");
    ben.upload(photo("ben", "dog"));
    stage.write("a tenant writes", () -> ana.upload(photo("ana", "cat")));
    stage.read("the tenant reads", () -> ana.photos("ana"));
    stage.read("the attributes that the database stores", () -> stored(plain));
    stage.read(
        "the size of the stored item, and before encryption",
        () -> List.of(size(plain.client()), size(client(stage, "ana"))));
    stage.refused(
        "another tenant reads with another key", RuntimeException.class, () -> ben.photos("ana"));
    stage.write("a client without the key changes a readable attribute", () -> change(plain));
    stage.refused(
        "the tenant reads the changed item", RuntimeException.class, () -> ana.photos("ana"));
  }

  private static Photo photo(String user, String name) {
    return new Photo(user, name, "https://photos.example.com/" + user + "/" + name);
  }

  private static Queries photos(Stage stage, String tenant) {
    return TenantKeys_QueriesTable.of(
        Table.of(client(stage, tenant), TenantKeys_QueriesTable.schema()));
  }

  /** A client that encrypts items, and decrypts what it reads, with the key of a tenant. */
  private static DynamoDbClient client(Stage stage, String tenant) {
    return stage.intercepted(encryption(tenant));
  }

  /** All attributes are signed. The SDK cannot encrypt keys; two other attributes are encrypted. */
  private static ExecutionInterceptor encryption(String tenant) {
    return Encryption.of(
        Encryption.table("photos", tenant)
            .attributeActionsOnEncrypt(
                Map.of(
                    "PK", CryptoAction.SIGN_ONLY,
                    "SK", CryptoAction.SIGN_ONLY,
                    "TYPE", CryptoAction.SIGN_ONLY,
                    "user", CryptoAction.SIGN_ONLY,
                    "photo", CryptoAction.ENCRYPT_AND_SIGN,
                    "url", CryptoAction.ENCRYPT_AND_SIGN))
            .build());
  }

  /** The attributes of type B. */
  private static List<String> stored(Table table) {
    return table
        .client()
        .scan(scan -> scan.tableName(table.name()))
        .items()
        .getFirst()
        .entrySet()
        .stream()
        .filter(attribute -> attribute.getValue().b() != null)
        .map(attribute -> attribute.getKey() + " in bytes")
        .sorted()
        .toList();
  }

  /** The size of an item, as a client reads it. */
  private static String size(DynamoDbClient client) {
    return ItemSize.of(client.getItem(get -> get.tableName("photos").key(CAT)).item()) + " bytes";
  }

  private static void change(Table plain) {
    plain
        .client()
        .updateItem(update ->
            update
                .tableName("photos")
                .key(CAT)
                .updateExpression("SET #user = :user")
                .expressionAttributeNames(Map.of("#user", "user"))
                .expressionAttributeValues(Map.of(":user", AttributeValue.fromS("ben"))));
  }
}
