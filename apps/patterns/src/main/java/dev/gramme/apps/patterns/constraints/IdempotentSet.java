package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Exclude;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Include;
import dev.gramme.toolkit.Update;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Adding to a set and removing from it, which is safe to repeat. */
public final class IdempotentSet implements Pattern {
  @Entity(pk = "COURSE#{course}", sk = "COURSE#{course}")
  record Course(String course, Set<String> students) {}

  @AccessPatterns(table = "courses")
  interface Queries {
    @Create
    void create(Course course);

    @Get
    Optional<Course> course(String course);

    @Update
    Course join(String course, @Include("students") String student);

    @Update
    Course leave(String course, @Exclude("students") String student);
  }

  @Override
  public String title() {
    return "Idempotent set manipulation";
  }

  @Override
  public String problem() {
    return "A message may arrive twice, but must have an effect once.";
  }

  @Override
  public String purpose() {
    return """
    A message that is delivered at least once may arrive twice. The values of a set are distinct, and a
    value is removed by its value and not by its position. The same change of a set can therefore be
    repeated without effect. This is not true for a counter, which would count twice.
    """;
  }

  @Override
  public void show(Stage stage) {
    var courses = IdempotentSet_QueriesTable.of(stage.table(IdempotentSet_QueriesTable.schema()));
    courses.create(new Course("MATH", Set.of("ann")));
    stage.read("a student joins", () -> students(courses.join("MATH", "tom")));
    stage.read("the same message again", () -> students(courses.join("MATH", "tom")));
    stage.read("the student leaves", () -> students(courses.leave("MATH", "tom")));
    stage.read("the same message again", () -> students(courses.leave("MATH", "tom")));
  }

  private static Set<String> students(Course course) {
    return new TreeSet<>(course.students());
  }
}
