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
  public String purpose() {
    return """
    Only a key is unique by itself. For another field an item whose key is the value is written in one
    transaction with the item, on the condition that it is not there. The toolkit does so for a component
    with `@Unique`, frees the old value when it changes, and all values when the item goes.
    """;
  }

  @Override
  public void show(Stage stage) {
    var users = UniqueField_QueriesTable.of(stage.table(UniqueField_QueriesTable.schema()));
    stage.write(
        "a user with a new address",
        () -> users.save(new User("johndoe", "johndoe@gmail.com", "John")));
    stage.dataIsThere();
    stage.refused(
        "another user with the same address",
        UniqueViolation.class,
        () -> users.save(new User("jdoe", "johndoe@gmail.com", "Jane")));
    stage.write(
        "the first user takes another address",
        () -> users.save(new User("johndoe", "john@example.com", "John")));
    stage.write(
        "the old address is free", () -> users.save(new User("jdoe", "johndoe@gmail.com", "Jane")));
    stage.write("a user goes, and the address with it", () -> users.remove("johndoe"));
    stage.read("that user", () -> users.user("johndoe"));
  }
}
