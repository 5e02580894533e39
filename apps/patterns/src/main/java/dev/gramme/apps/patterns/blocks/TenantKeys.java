package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.entity.Table;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.cryptography.dbencryptionsdk.structuredencryption.model.CryptoAction;

/** A tenant's data can be read only with the tenant's key. */
public final class TenantKeys implements Pattern {
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
    Each tenant has its own encryption key. The AWS Database Encryption SDK, unchanged, encrypts all
    attributes except keys before they leave the client, and signs the item. The database stores bytes.
    A client with another key, or with none, cannot read them, and an item that somebody else has
    changed is refused. Encryption makes an item about 265 bytes larger here.
    """;
  }

  @Override
  public void show(Stage stage) {
    Table plain = stage.table(TenantKeys_QueriesTable.schema());
    var ana = photos(stage, "ana");
    var ben = photos(stage, "ben");
    stage.write("a tenant writes", () -> ana.upload(photo("ana", "cat")));
    ben.upload(photo("ben", "dog"));
    stage.recordInitialTables();
    stage.read("the tenant reads", () -> ana.photos("ana"));
    stage.read("the attributes that the database stores", () -> stored(plain));
    stage.refused(
        "another tenant reads with another key", RuntimeException.class, () -> ben.photos("ana"));
  }

  private static Photo photo(String user, String name) {
    return new Photo(user, name, "https://photos.example.com/" + user + "/" + name);
  }

  private static Queries photos(Stage stage, String tenant) {
    return TenantKeys_QueriesTable.of(
        Table.of(stage.intercepted(encryption(tenant)), TenantKeys_QueriesTable.schema()));
  }

  /** All attributes except keys are encrypted, and all are signed. */
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
}
