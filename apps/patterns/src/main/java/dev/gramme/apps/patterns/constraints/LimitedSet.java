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
import dev.gramme.toolkit.entity.ConditionNotMet;
import java.util.Optional;
import java.util.Set;

/** A set with a maximum size. */
public final class LimitedSet implements Pattern {
  private static final int MOST = 3;

  @Entity(pk = "JOBQUEUE#{queue}", sk = "JOBQUEUE")
  record JobQueue(String queue, Set<String> inProgress) {}

  @AccessPatterns(table = "jobs")
  interface Queries {
    @Create
    void open(JobQueue queue);

    @Update
    JobQueue begin(String queue, @Include(value = "inProgress", limit = MOST) String job);

    @Update
    JobQueue end(String queue, @Exclude("inProgress") String job);

    @Get
    Optional<JobQueue> queue(String queue);
  }

  @Override
  public String title() {
    return "Limited size of a set";
  }

  @Override
  public String purpose() {
    return """
    A job is added to the set of those in progress on the condition that there is room, in one write: two
    who come at the same time do not both get the last place. A job that is in the set already is let
    through when the set is full, so that it is safe to ask again.
    """;
  }

  @Override
  public void show(Stage stage) {
    var jobs = LimitedSet_QueriesTable.of(stage.table(LimitedSet_QueriesTable.schema()));
    jobs.open(new JobQueue("main", Set.of()));
    stage.read("the first job", () -> jobs.begin("main", "JOB#1").inProgress().size());
    jobs.begin("main", "JOB#2");
    stage.read("the third one", () -> jobs.begin("main", "JOB#3").inProgress().size());
    stage.refused("a fourth one", ConditionNotMet.class, () -> jobs.begin("main", "JOB#4"));
    stage.read("one of them again", () -> jobs.begin("main", "JOB#3").inProgress().size());
    stage.read("one ends", () -> jobs.end("main", "JOB#1").inProgress().size());
    stage.read("now there is room", () -> jobs.begin("main", "JOB#4").inProgress().size());
  }
}
