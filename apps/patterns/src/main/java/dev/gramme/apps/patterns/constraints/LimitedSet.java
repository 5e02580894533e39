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
  public String problem() {
    return "No more than a fixed number of jobs may run.";
  }

  @Override
  public String purpose() {
    return """
    One write adds a job to the set of running jobs, on the condition that the set is not full. Two
    concurrent requests therefore cannot both take the last place. A job that is already in the set is
    accepted even if the set is full, so the request can be repeated safely.
    """;
  }

  @Override
  public void show(Stage stage) {
    var jobs = LimitedSet_QueriesTable.of(stage.table(LimitedSet_QueriesTable.schema()));
    jobs.open(new JobQueue("main", Set.of()));
    stage.read(
        "the number of jobs after the first one began",
        () -> jobs.begin("main", "JOB#1").inProgress().size());
    jobs.begin("main", "JOB#2");
    stage.read(
        "the number of jobs after the third one began",
        () -> jobs.begin("main", "JOB#3").inProgress().size());
    stage.refused("a fourth job", ConditionNotMet.class, () -> jobs.begin("main", "JOB#4"));
    stage.read(
        "the number of jobs after a repeated request of the third one",
        () -> jobs.begin("main", "JOB#3").inProgress().size());
    stage.read(
        "the number of jobs after the first one ended",
        () -> jobs.end("main", "JOB#1").inProgress().size());
    stage.read(
        "the number of jobs after the fourth one began",
        () -> jobs.begin("main", "JOB#4").inProgress().size());
  }
}
