package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Query;
import java.util.List;

/** Each tenant has its own partition. */
public final class PhotosOfTenants implements Pattern {
  @Entity(pk = "{user}", sk = "PHOTO#{photo}")
  record Photo(String user, String photo, String url) {}

  @AccessPatterns(table = "photos")
  interface Queries {
    @Create
    void upload(Photo photo);

    @Query
    List<Photo> photos(String user);

    @Delete(Photo.class)
    void remove(String user, String photo);
  }

  @Override
  public String title() {
    return "Multi-tenancy";
  }

  @Override
  public String problem() {
    return "Many customers share a table, and none may see the data of another.";
  }

  @Override
  public String purpose() {
    return """
    The partition key is the tenant and nothing else. A query therefore reads the items of one tenant
    only. When a tenant leaves, a Query of the partition finds all items to delete, page by page. A
    policy with `dynamodb:LeadingKeys` restricts a tenant's credentials to the tenant's own partition (see [access
    control](access-control.md)).
    """;
  }

  @Override
  public void show(Stage stage) {
    var photos =
        PhotosOfTenants_QueriesTable.of(stage.table(PhotosOfTenants_QueriesTable.schema()));
    for (String user : List.of("ana", "ben")) {
      for (int number = 1; number <= 3; number++) {
        photos.upload(
            new Photo(user, "p" + number, "https://photos.example.com/" + user + "/" + number));
      }
    }
    stage.recordInitialTables();
    stage.read("the number of a tenant's photos", () -> photos.photos("ana").size());
    stage.write(
        "all photos of the tenant are deleted",
        () -> photos.photos("ana").forEach(photo -> photos.remove("ana", photo.photo())));
    stage.read("the number of that tenant's photos", () -> photos.photos("ana").size());
    stage.read("the number of another tenant's photos", () -> photos.photos("ben").size());
  }
}
