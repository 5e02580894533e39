package dev.gramme.apps.incidents.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.incidents.table.ContactMethod;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentQueriesTable;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.explain.EntityLoad;
import dev.gramme.toolkit.explain.Explain;
import dev.gramme.toolkit.explain.Explanation;
import dev.gramme.toolkit.explain.PatternLoad;
import dev.gramme.toolkit.explain.Units;
import dev.gramme.toolkit.explain.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * The consumption of each access pattern, compared with its expected value and the estimate from
 * the model.
 */
final class CapacityTest {
  private static final int TEAMS = 20;
  private static final int SHIFTS = 5;
  private static final int INCIDENTS = 25;
  private static final int USERS = 30;

  private final World world = new World();
  private final AccountData acme = world.account("Acme");
  private final List<Ksuid> teams = new ArrayList<>();
  private final List<Ksuid> schedules = new ArrayList<>();
  private final List<Incident> incidents = new ArrayList<>();
  private final Ksuid ana = world.user(acme, "Ana");

  @BeforeEach
  void fill() {
    for (int i = 1; i < USERS; i++) {
      world.user(acme, "User " + i);
    }
    var email =
        new ContactMethod(
            acme.account(),
            ana,
            world.identifiers.next(),
            ContactMethod.Kind.EMAIL,
            "ana@example.com");
    world.queries.keep(email);
    for (int i = 0; i < TEAMS; i++) {
      Ksuid team = world.team(acme, "team " + i, ana);
      var schedule = new Schedule(acme.account(), team, world.identifiers.next(), "first line");
      world.queries.plan(schedule);
      teams.add(team);
      schedules.add(schedule.schedule());
      for (int shift = 0; shift < SHIFTS; shift++) {
        world.queries.plan(
            new Shift(
                acme.account(),
                team,
                schedule.schedule(),
                world.identifiers.next(),
                ana,
                World.START,
                World.START.plusSeconds(3600),
                World.START.plusSeconds(7200)));
      }
    }
    for (int i = 0; i < INCIDENTS; i++) {
      incidents.add(
          acme.log()
              .report(
                  ana,
                  "Application error rate exceeded 1 %",
                  "x".repeat(10_000),
                  List.of(Participant.team(teams.get(i % TEAMS)))));
    }
    world.meter.reset();
  }

  @AfterEach
  void close() {
    world.close();
  }

  private Units cost(Runnable what) {
    return world.meter.measure(what).total();
  }

  @Test
  void reads_cost_only_the_items_that_they_read() {
    Incident one = incidents.getFirst();
    Map<String, Double> costs = new LinkedHashMap<>();
    costs.put("on call", cost(acme::onCall).read());
    costs.put("schedule", cost(() -> acme.schedule(teams.get(3), schedules.get(3))).read());
    costs.put("users", cost(() -> acme.users(Cursor.start(), 100)).read());
    costs.put("contact methods", cost(() -> acme.contactMethods(ana)).read());
    costs.put("rules", cost(() -> acme.rules(ana)).read());
    costs.put("incidents", cost(() -> acme.incidents(Cursor.start(), 20)).read());
    costs.put("incident", cost(() -> acme.incident(one.incident())).read());
    costs.put("numbered", cost(() -> acme.numbered(one.number())).read());
    costs.put("details", cost(() -> acme.details(one.incident())).read());
    costs.put("mine", cost(() -> acme.incidentsOf(ana, State.OPEN, Cursor.start(), 20)).read());
    costs.put(
        "my teams'",
        cost(() -> acme.incidentsOfTeams(teams, State.OPEN, Cursor.start(), 20)).read());
    assertThat(costs)
        .containsExactly(
            Map.entry("on call", 7.5), // 20 teams, 20 schedules, 100 shifts
            Map.entry("schedule", 0.5),
            Map.entry("users", 1.0), // 30
            Map.entry("contact methods", 0.5),
            Map.entry("rules", 0.5),
            Map.entry("incidents", 1.5), // 20, without their 200 KB of details
            Map.entry("incident", 1.0),
            Map.entry("numbered", 0.5),
            Map.entry("details", 1.5), // 10 KB
            Map.entry("mine", 1.5), // 20
            Map.entry("my teams'", 10.0)); // 20 teams
  }

  @Test
  void a_report_costs_its_details_once_and_two_units_for_each_participant() {
    Units report = cost(() -> world.incident(acme, ana, "another", teams.get(0), teams.get(1)));
    // Count 1, incident 1 + GSI2 1, details 1, three participations of 1 + GSI1 1.
    assertThat(report.write()).isEqualTo(4 + 3 * 2);
  }

  @Test
  void a_change_of_state_moves_all_participations_in_their_index() {
    Ksuid incident = incidents.getFirst().incident();
    Units acknowledged = cost(() -> acme.log().move(incident, Status.ACKNOWLEDGED));
    // Incident 1 + GSI2 1, two participations of 1 + GSI1 1.
    assertThat(acknowledged.write()).isEqualTo(2 + 2 * 2);
    Units resolved = cost(() -> acme.log().move(incident, Status.RESOLVED));
    // In GSI1 one entry is deleted and another put.
    assertThat(resolved.write()).isEqualTo(2 + 2 * 3);
    // Consistent reads: the incident before and after, and the participants.
    assertThat(resolved.read()).isEqualTo(3);
  }

  @Test
  void generated_code_consumes_the_estimate_and_keeps_its_budgets() {
    Explanation explanation = Explain.of(IncidentQueriesTable.schema(), workload()).explanation();
    Incident one = incidents.getLast();
    var queries = world.queries;
    Ksuid account = acme.account();
    String who = Participant.user(ana).toString();
    // The items of this pattern have several kinds and sizes, so the estimate is only approximate.
    explanation.measure("onCall", world.meter, () -> queries.onCall(account)).check();
    Map<String, Supplier<?>> calls = new LinkedHashMap<>();
    calls.put("incident", () -> queries.incident(account, one.incident()));
    calls.put("numbered", () -> queries.numbered(account, one.number()));
    calls.put("details", () -> queries.details(account, one.incident()));
    calls.put(
        "incidentsOf", () -> queries.incidentsOf(account, who, State.OPEN, Cursor.start(), 20));
    calls.put("save", () -> queries.save(one.in(Status.ACKNOWLEDGED, World.START)));
    calls.forEach((pattern, call) -> {
      var comparison = explanation.measure(pattern, world.meter, call);
      assertThat(comparison.agrees()).as(comparison.toString()).isTrue();
      comparison.check();
    });
  }

  @Test
  void the_model_keeps_its_budgets_with_large_accounts() {
    assertThat(
            Explain.of(IncidentQueriesTable.schema(), workload())
                .suppress("large-item", "IncidentDetails", "details have 300 KB at most")
                .check()
                .patterns())
        .hasSameSizeAs(IncidentQueriesTable.schema().accessPatterns());
  }

  private Workload workload() {
    return Workload.NONE
        .entity("Incident", sample("Incident").items(INCIDENTS).perPartition(INCIDENTS))
        .entity("IncidentDetails", sample("IncidentDetails").items(INCIDENTS))
        .entity(
            "Participation",
            sample("Participation")
                .items(2L * INCIDENTS)
                .perPartition(2)
                .perPartition("GSI1", INCIDENTS))
        .entity("Team", sample("Team").items(TEAMS).perPartition(TEAMS))
        .entity("Schedule", sample("Schedule").items(TEAMS).perPartition(TEAMS))
        .entity(
            "Shift",
            sample("Shift").items((long) TEAMS * SHIFTS).perPartition((double) TEAMS * SHIFTS))
        .pattern("numbered", PatternLoad.perSecond(1).reads(1))
        .pattern("incidentsOf", PatternLoad.perSecond(10).reads(20))
        .pattern("save", PatternLoad.perSecond(1).changes("status", "updatedAt", "revision"));
  }

  private EntityLoad sample(String type) {
    Map<String, AttributeValue> item =
        world.client.scan(ScanRequest.builder().tableName("incidents").build()).items().stream()
            .filter(one -> type.equals(one.getOrDefault("TYPE", AttributeValue.fromS("")).s()))
            .findFirst()
            .orElseThrow();
    return EntityLoad.sample(item);
  }
}
