package dev.gramme.apps.patterns.relations;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Update;
import java.util.Optional;

/** Data that belongs to a single entity is stored inside its item. */
public final class ComplexAttribute implements Pattern {
  record Address(String street, String city, String state, String zip) {}

  @Entity(pk = "USER#{email}")
  record User(String email, String name, Address address) {}

  @AccessPatterns(table = "users")
  interface Queries {
    @Put
    void save(User user);

    @Get
    Optional<User> user(String email);

    @Update
    User move(String email, Address address);
  }

  @Override
  public String title() {
    return "Complex attribute";
  }

  @Override
  public String problem() {
    return "Small data belongs to one item and is read with it.";
  }

  @Override
  public String purpose() {
    return """
    This is the simplest denormalization. Data that is read with an item and belongs to that item only
    is an attribute of it, a map or a list. One read returns everything. Large data that is rarely read
    should be an item of its own, because a read pays for the whole item.
    """;
  }

  @Override
  public void show(Stage stage) {
    var users =
        ComplexAttribute_QueriesTable.of(stage.table(ComplexAttribute_QueriesTable.schema()));
    var syracuse = new Address("4283 Hinkle Deegan Lake Road", "Syracuse", "NY", "13202");
    var dayton = new Address("3305 Broadway Avenue", "Dayton", "TN", "37321");
    users.save(new User("jake@gmail.com", "Jake Doug", syracuse));
    users.save(new User("milo@gmail.com", "Milo Nick", dayton));
    stage.recordInitialTables();
    stage.read("the user with the address", () -> users.user("jake@gmail.com"));
    stage.read("the user moves", () -> users.move("jake@gmail.com", dayton));
  }
}
