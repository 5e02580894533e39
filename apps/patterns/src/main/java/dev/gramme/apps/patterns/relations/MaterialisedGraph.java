package dev.gramme.apps.patterns.relations;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Prefix;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.util.List;

/** Nodes and typed edges of a graph, with the hierarchy of what they point to in the sort key. */
public final class MaterialisedGraph implements Pattern {
  @Entity(pk = "{node}", sk = "{node}", type = "NODE")
  @Gsi(name = "target", pk = "{node}", sk = "{node}")
  record Node(String node, String name) {}

  @Entity(pk = "STUDENT.{student}", sk = "CLASS#{subject}#{teacher}", type = "CLASS")
  @Gsi(name = "target", pk = "TEACHER.{teacher}", sk = "CLASS#{subject}#{student}")
  record Lesson(String student, String teacher, String subject) {}

  @Entity(pk = "STUDENT.{student}", sk = "HOME#{country}#{state}#{city}", type = "HOME")
  @Gsi(name = "target", pk = "COUNTRY.{country}", sk = "HOME#{state}#{city}#{student}")
  record Home(String student, String country, String state, String city) {}

  @AccessPatterns(table = "graph")
  interface Queries {
    @Put
    void add(Node node);

    @Put
    void teach(Lesson lesson);

    @Put
    void live(Home home);

    @Query
    List<Lesson> classesOf(String student);

    @Query
    List<Lesson> classOf(String student, String subject);

    @Query(index = "target")
    List<Lesson> taughtBy(String teacher);

    @Query(index = "target")
    List<Home> livingIn(String country, String state);

    @Query(index = "target")
    List<Home> livingNear(String country, String state, @Prefix String city);
  }

  @Override
  public String title() {
    return "Many to many with a materialised graph";
  }

  @Override
  public String problem() {
    return "Things are related in several ways, and each relation is followed in both directions.";
  }

  @Override
  public String purpose() {
    return """
    This is the adjacency list with edges of several types, each with a hierarchy in its sort key. The
    table follows an edge in its direction, the index in the opposite direction: the students of a
    teacher, and the people who live in a country, a state or a city.
    """;
  }

  @Override
  public void show(Stage stage) {
    var graph =
        MaterialisedGraph_QueriesTable.of(stage.table(MaterialisedGraph_QueriesTable.schema()));
    graph.add(new Node("STUDENT.TOM", "Tom"));
    graph.add(new Node("TEACHER.SIMON", "Simon"));
    graph.add(new Node("TEACHER.MICHAEL", "Michael"));
    graph.teach(new Lesson("TOM", "SIMON", "MATH"));
    graph.teach(new Lesson("TOM", "MICHAEL", "PHYSICS"));
    graph.teach(new Lesson("ANN", "SIMON", "MATH"));
    graph.live(new Home("TOM", "USA", "CA", "LOS_ANGELES"));
    graph.live(new Home("ANN", "USA", "CA", "SAN_DIEGO"));
    graph.live(new Home("BEN", "USA", "WA", "SEATTLE"));
    stage.recordInitialTables();
    stage.read("the classes of a student", () -> graph.classesOf("TOM"));
    stage.read("one class of a student", () -> graph.classOf("TOM", "MATH"));
    stage.read("the students of a teacher", () -> graph.taughtBy("SIMON"));
    stage.read("the people in a state", () -> graph.livingIn("USA", "CA"));
    stage.read("the people in a city", () -> graph.livingNear("USA", "CA", "SAN"));
  }
}
