package dev.gramme.apps.patterns.relations;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.util.List;
import java.util.Optional;

/** Many to many: an item for each relationship, and an index with the keys swapped. */
public final class AdjacencyList implements Pattern {
  sealed interface School permits Student, Sport, Membership {}

  @Entity(pk = "STUDENT#{student}", sk = "STUDENT#{student}")
  @Gsi(name = "inverted", pk = "STUDENT#{student}", sk = "STUDENT#{student}")
  record Student(String student, String studentName) implements School {}

  @Entity(pk = "SPORT#{sport}", sk = "SPORT#{sport}")
  @Gsi(name = "inverted", pk = "SPORT#{sport}", sk = "SPORT#{sport}")
  record Sport(String sport, String sportName, String coach) implements School {}

  @Entity(pk = "STUDENT#{student}", sk = "SPORT#{sport}", type = "STUDENT_SPORT")
  @Gsi(name = "inverted", pk = "SPORT#{sport}", sk = "STUDENT#{student}")
  record Membership(String student, String sport, String studentName, String sportName)
      implements School {}

  @AccessPatterns(table = "school")
  interface Queries {
    @Put
    void enrol(Student student);

    @Put
    void offer(Sport sport);

    @Put
    void join(Membership membership);

    @Get
    Optional<Student> student(String student);

    @Query
    List<Membership> sportsOf(String student);

    @Query(index = "inverted")
    List<Membership> playersOf(String sport);
  }

  @Override
  public String title() {
    return "Many to many with an adjacency list";
  }

  @Override
  public String problem() {
    return "Many students have many sports, and both sides are queried.";
  }

  @Override
  public String purpose() {
    return """
    Students and sports are items, and each membership is an item. The partition key of a membership is
    the student, its sort key is the sport, and it repeats both names, which do not change. An index
    with the two keys swapped answers questions that begin with the sport.
    """;
  }

  @Override
  public void show(Stage stage) {
    var school = AdjacencyList_QueriesTable.of(stage.table(AdjacencyList_QueriesTable.schema()));
    school.enrol(new Student("XYQ", "Tom"));
    school.enrol(new Student("VLD", "Linda"));
    school.offer(new Sport("BASKETBALL", "Basketball", "Simon"));
    school.offer(new Sport("FOOTBALL", "Football", "James"));
    school.offer(new Sport("TENNIS", "Tennis", "Susan"));
    school.join(new Membership("XYQ", "BASKETBALL", "Tom", "Basketball"));
    school.join(new Membership("XYQ", "FOOTBALL", "Tom", "Football"));
    school.join(new Membership("VLD", "BASKETBALL", "Linda", "Basketball"));
    school.join(new Membership("VLD", "TENNIS", "Linda", "Tennis"));
    stage.recordInitialTables();
    stage.read("a student", () -> school.student("XYQ"));
    stage.read("the sports of a student", () -> school.sportsOf("XYQ"));
    stage.read("the players of a sport", () -> school.playersOf("BASKETBALL"));
  }
}
