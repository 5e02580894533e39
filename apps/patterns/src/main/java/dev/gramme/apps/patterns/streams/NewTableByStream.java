package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.entity.ConditionNotMet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** The items of a table move to a new table with another key, while programs write the old one. */
public final class NewTableByStream implements Pattern {
  private static final int CUSTOMERS = 4;
  private static final int MAX_ROUNDS = 10;

  enum Place {
    OLD,
    NEW
  }

  @Entity(pk = "{email}")
  record Customer(String email, String name, Optional<Place> place) {}

  @AccessPatterns(table = "customers")
  interface Queries {
    @Put
    void save(Customer customer);

    @Delete(Customer.class)
    void remove(String email);

    @Get(consistent = true)
    Optional<Customer> customer(String email);

    @Scan
    List<Customer> customers();

    @Update(Customer.class)
    void request(String email, Optional<Place> place);

    @Update(value = Customer.class, condition = "name = :copied")
    void confirm(String email, Optional<Place> place, String copied);
  }

  @Entity(pk = "PERSON#{email}", sk = "PROFILE")
  record Person(String email, String firstName, String lastName) {}

  @AccessPatterns(table = "people")
  interface PeopleQueries {
    @Put
    void save(Person person);

    @Delete(Person.class)
    void remove(String email);

    @Get
    Optional<Person> person(String email);

    @Scan
    List<Person> people();
  }

  @Override
  public String title() {
    return "Migration into a new table by stream";
  }

  @Override
  public String problem() {
    return "Items need another key, and old programs still write them.";
  }

  @Override
  public String purpose() {
    return """
    The key of a table cannot be changed, so its items move to a new table. The attribute `place` of an
    old item is the flag. A pass over the table sets it to `OLD`, which puts every item into the stream.
    The consumer writes each item in its new form to the new table, and then sets the flag to `NEW`, on
    the condition that the item still has the copied name. It ignores records with the flag `NEW`, which
    it has caused itself. An old program replaces the whole item, which removes the flag, so the
    item is copied again. A deletion is repeated in the new table. The migration is complete when every
    flag is `NEW`. Then the readers change to the new table, and after them the writers.
    """;
  }

  @Override
  public void show(Stage stage) {
    var customers =
        NewTableByStream_QueriesTable.of(stage.table(NewTableByStream_QueriesTable.schema()));
    var people =
        NewTableByStream_PeopleQueriesTable.of(
            stage.table(NewTableByStream_PeopleQueriesTable.schema()));
    for (int number = 0; number < CUSTOMERS; number++) {
      customers.save(customer(number, "Tom Number" + number));
    }
    StreamReader stream = stage.stream("customers");
    stream.poll();
    stage.recordInitialTables();
    stage.write("every item gets the flag OLD", () -> requestAll(customers));
    stage.read("the flags", () -> flags(customers));
    stage.read(
        "records copied, deleted and ignored in each round of the consumer",
        () -> rounds(stream, customers, people));
    stage.read("the flags", () -> flags(customers));
    stage.write("an old program replaces an item", () -> customers.save(customer(0, "Ann Lee")));
    stage.write("another one inserts an item", () -> customers.save(customer(CUSTOMERS, "Bo Li")));
    stage.write("a third one deletes an item", () -> customers.remove(email(1)));
    stage.read("the flags", () -> flags(customers));
    stage.read("records of the consumer", () -> rounds(stream, customers, people));
    stage.read("the flags", () -> flags(customers));
    stage.read("the replaced item in the new table", () -> people.person(email(0)));
    stage.read("the number of items in both tables", () -> sizes(customers, people));
  }

  private static String email(int number) {
    return "c" + number + "@example.com";
  }

  /** As an old program writes it, which does not know the flag. */
  private static Customer customer(int number, String name) {
    return new Customer(email(number), name, Optional.empty());
  }

  private static void requestAll(Queries customers) {
    customers
        .customers()
        .forEach(customer -> customers.request(customer.email(), Optional.of(Place.OLD)));
  }

  private static List<Integer> sizes(Queries customers, PeopleQueries people) {
    return List.of(customers.customers().size(), people.people().size());
  }

  /** How many items have each flag. */
  private static Map<String, Integer> flags(Queries customers) {
    var flags = new TreeMap<String, Integer>();
    for (Customer customer : customers.customers()) {
      flags.merge(customer.place().map(Place::name).orElse("none"), 1, Integer::sum);
    }
    return flags;
  }

  /** Consumes until no more records arrive. */
  private static List<String> rounds(StreamReader stream, Queries customers, PeopleQueries people) {
    var rounds = new ArrayList<String>();
    for (List<Record> changes = stream.poll(); !changes.isEmpty(); changes = stream.poll()) {
      int copied = 0;
      int deleted = 0;
      for (Record change : changes) {
        if (change.eventNameAsString().equals("REMOVE")) {
          people.remove(Attributes.in(change.dynamodb().oldImage(), "email").s());
          deleted++;
        } else if (copy(change.dynamodb().newImage(), customers, people)) {
          copied++;
        }
      }
      int ignored = changes.size() - copied - deleted;
      rounds.add(copied + ", " + deleted + " and " + ignored);
      if (rounds.size() > MAX_ROUNDS) {
        throw new IllegalStateException("the consumer does not terminate: " + rounds);
      }
    }
    return rounds;
  }

  /** Copies an item whose flag is not NEW, and returns whether it did. */
  private static boolean copy(
      Map<String, AttributeValue> item, Queries customers, PeopleQueries people) {
    AttributeValue flag = item.get("place");
    if (flag != null && flag.s().equals(Place.NEW.name())) {
      return false;
    }
    String email = Attributes.in(item, "email").s();
    String name = Attributes.in(item, "name").s();
    String[] names = name.split(" ", 2);
    people.save(new Person(email, names[0], names[1]));
    try {
      customers.confirm(email, Optional.of(Place.NEW), name);
    } catch (ConditionNotMet changedMeanwhile) {
      // The stream contains the change, which is copied when its turn comes.
    }
    return true;
  }
}
