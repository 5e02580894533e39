package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.Surroundings;
import dev.gramme.apps.patterns.blocks.PhotosOfTenants.Photo;
import dev.gramme.toolkit.entity.Table;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** A tenant's credentials give access to the tenant's partition only. */
public final class TenantPolicies implements Pattern {
  @Override
  public String title() {
    return "Multi-tenancy with policies on leading keys";
  }

  @Override
  public String problem() {
    return "A mistake of the application must not reveal the data of another tenant.";
  }

  @Override
  public String purpose() {
    return """
    The isolation of tenants need not depend on the application alone. The tenants' policy has the
    condition `ForAllValues:StringEquals`, with `${aws:PrincipalTag/tenant}` for
    `dynamodb:LeadingKeys` ([the whole policy](access-control.md)). A tenant's credentials can then
    read and write items of the tenant's own partition only, even if the application makes a mistake.

    The condition is also true for a request without leading keys. Do not allow Scan, which would
    read the items of all tenants. Allow PartiQLSelect and SearchVectors only with the condition
    `"Null": {"dynamodb:LeadingKeys": "false"}`.
    """;
  }

  @Override
  public Class<?> model() {
    return PhotosOfTenants.class;
  }

  @Override
  public Surroundings surroundings() {
    return Surroundings.SECURED;
  }

  @Override
  public void show(Stage stage) {
    var all = PhotosOfTenants_QueriesTable.of(stage.table(PhotosOfTenants_QueriesTable.schema()));
    all.upload(new Photo("ben", "p1", "https://photos.example.com/ben/1"));
    DynamoDbClient client = stage.tenant("ana");
    var ana =
        PhotosOfTenants_QueriesTable.of(Table.of(client, PhotosOfTenants_QueriesTable.schema()));
    var own = new Photo("ana", "p1", "https://photos.example.com/ana/1");
    stage.write("a tenant writes", () -> ana.upload(own));
    stage.read("the tenant reads", () -> ana.photos("ana"));
    stage.read("the tenant reads another's photos", () -> refusal(() -> ana.photos("ben")));
    stage.read(
        "the tenant writes another's photo",
        () -> refusal(() -> ana.upload(new Photo("ben", "p2", own.url()))));
    stage.read("the tenant deletes another's photo", () -> refusal(() -> ana.remove("ben", "p1")));
    stage.read(
        "the tenant scans", () -> refusal(() -> client.scan(scan -> scan.tableName("photos"))));
    stage.read(
        "the owner of the table reads the other tenant's photos", () -> names(all.photos("ben")));
  }

  private static String refusal(Runnable call) {
    try {
      call.run();
      return "not refused";
    } catch (DynamoDbException refused) {
      return refused.awsErrorDetails().errorCode();
    }
  }

  private static List<String> names(List<Photo> photos) {
    return photos.stream().map(Photo::photo).toList();
  }
}
