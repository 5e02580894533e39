package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Unique;
import dev.gramme.toolkit.entity.UniqueViolation;
import java.util.Optional;

/** A second unique field, guarded by a marker item. */
public final class UniqueField implements Pattern {
  @Entity(pk = "USER#{username}", sk = "USER#{username}")
  record User(String username, @Unique String email, String firstName) {}

  @AccessPatterns(table = "users")
  interface Queries {
    @Put
    void save(User user);

    @Get(consistent = true)
    Optional<User> user(String username);

    @Delete(User.class)
    void remove(String username);
  }

  @Override
  public String title() {
    return "Unique field";
  }

  @Override
  public String problem() {
    return "An attribute outside the key must be unique.";
  }

  @Override
  public String purpose() {
    return """
    The database guarantees uniqueness only for keys. For another unique field, one transaction writes
    two items: the item itself, and a marker whose key is the field's value, on the condition that no
    such marker exists. The toolkit does this for a component with `@Unique`. It removes the marker of
    the old value when the value changes, and all markers when the item is deleted.
    """;
  }

  @Override
  public void show(Stage stage) {
    var users = UniqueField_QueriesTable.of(stage.table(UniqueField_QueriesTable.schema()));
    stage.recordInitialTables();
    stage.write(
        "a user with a new address",
        () -> users.save(new User("johndoe", "johndoe@gmail.com", "John")));
    stage.refused(
        "another user with the same address",
        UniqueViolation.class,
        () -> users.save(new User("jdoe", "johndoe@gmail.com", "Jane")));
    stage.write(
        "the first user takes another address",
        () -> users.save(new User("johndoe", "john@example.com", "John")));
    stage.write(
        "another user takes the old address",
        () -> users.save(new User("jdoe", "johndoe@gmail.com", "Jane")));
    stage.write("a user is deleted, with the address's marker", () -> users.remove("johndoe"));
    stage.read("the deleted user", () -> users.user("johndoe"));
  }
}
