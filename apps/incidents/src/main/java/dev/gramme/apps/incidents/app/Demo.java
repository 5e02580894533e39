package dev.gramme.apps.incidents.app;

import dev.gramme.apps.incidents.account.AccountData;
import dev.gramme.apps.incidents.account.Accounts;
import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.table.Account;
import dev.gramme.apps.incidents.table.ContactMethod;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentQueries;
import dev.gramme.apps.incidents.table.Membership;
import dev.gramme.apps.incidents.table.NotificationRule;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.ScheduleOverride;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.apps.incidents.table.User;
import dev.gramme.toolkit.Ksuid;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/** Accounts with generated people, teams, schedules and incidents. */
final class Demo {
  private static final List<String> COMPANIES =
      List.of("Northwind", "Acme", "Globex", "Initech", "Umbra", "Stark", "Wayne", "Hooli");
  private static final List<String> PEOPLE =
      List.of("Ana", "Ben", "Chiara", "David", "Elif", "Farid", "Grete", "Hugo", "Ines", "Jonas");
  private static final List<String> TEAMS =
      List.of(
          "Payments", "Checkout", "Search", "Platform", "Mobile", "Data", "Network", "Identity");
  private static final List<String> TITLES =
      List.of(
          "Error rate of %s exceeded 1 %%",
          "Latency of %s above 800 ms",
          "Disk of %s is 95 %% full",
          "%s does not answer",
          "Certificate of %s expires tomorrow",
          "Queue of %s grows");
  private static final Duration SHIFT = Duration.ofHours(12);
  private static final Duration KEPT = Duration.ofDays(90);
  private static final Duration BETWEEN = Duration.ofMinutes(97);
  private static final int SHIFTS = 6;
  private static final int METRICS = 12;

  private final Accounts accounts;
  private final IncidentQueries queries;
  private final Identifiers identifiers;
  private final Random random;

  Demo(Accounts accounts, IncidentQueries queries, Identifiers identifiers, long seed) {
    this.accounts = accounts;
    this.queries = queries;
    this.identifiers = identifiers;
    this.random = new Random(seed);
  }

  /**
   * Creates accounts.
   *
   * @param incidents the number of incidents per account
   * @param created receives each account when it is complete
   */
  void invent(int count, int teams, int users, int incidents, Consumer<Account> created) {
    Instant now = identifiers.now();
    for (int i = 0; i < count; i++) {
      Account account = accounts.open(name(COMPANIES, i));
      var members = new ArrayList<User>();
      for (int user = 0; user < users; user++) {
        members.add(user(account.account(), name(PEOPLE, user)));
      }
      var ids = new ArrayList<Team>();
      for (int team = 0; team < teams; team++) {
        ids.add(team(account.account(), name(TEAMS, team), members));
      }
      for (int incident = 0; incident < incidents; incident++) {
        // As if incidents had been reported every hour and a half until now.
        Instant then = now.minus(BETWEEN.multipliedBy(incidents - incident));
        var past = new Identifiers(InstantSource.fixed(then), identifiers.random());
        incident(new Accounts(queries, past).data(account.account()), members, ids);
      }
      created.accept(account);
    }
  }

  private static String name(List<String> names, int number) {
    String name = names.get(number % names.size());
    return number < names.size() ? name : name + " " + (number / names.size() + 1);
  }

  private User user(Ksuid account, String name) {
    var user = new User(account, identifiers.next(), name);
    queries.enrol(user);
    var email =
        new ContactMethod(
            account,
            user.user(),
            identifiers.next(),
            ContactMethod.Kind.EMAIL,
            name.toLowerCase(Locale.ROOT).replace(' ', '.') + "@example.com");
    queries.keep(email);
    queries.keep(new NotificationRule(account, user.user(), identifiers.next(), email.method(), 5));
    return user;
  }

  private Team team(Ksuid account, String name, List<User> users) {
    var team = new Team(account, identifiers.next(), name);
    queries.plan(team);
    var members = new ArrayList<User>();
    for (User user : users) {
      if (random.nextInt(2) == 0 || members.isEmpty()) {
        queries.keep(new Membership(account, user.user(), team.team()));
        members.add(user);
      }
    }
    var schedule = new Schedule(account, team.team(), identifiers.next(), "First line");
    queries.plan(schedule);
    Instant from = identifiers.now().truncatedTo(ChronoUnit.HOURS);
    for (int shift = 0; shift < SHIFTS; shift++) {
      Instant begin = from.plus(SHIFT.multipliedBy(shift));
      queries.plan(
          new Shift(
              account,
              team.team(),
              schedule.schedule(),
              identifiers.next(),
              members.get(shift % members.size()).user(),
              begin,
              begin.plus(SHIFT),
              begin.plus(SHIFT).plus(KEPT)));
    }
    if (random.nextInt(3) == 0) {
      queries.plan(
          new ScheduleOverride(
              account,
              team.team(),
              schedule.schedule(),
              identifiers.next(),
              members.getLast().user(),
              from,
              from.plus(Duration.ofHours(4)),
              from.plus(KEPT)));
    }
    return team;
  }

  private void incident(AccountData data, List<User> users, List<Team> teams) {
    var others = new ArrayList<Participant>();
    Team team = teams.get(random.nextInt(teams.size()));
    others.add(Participant.team(team.team()));
    if (random.nextInt(3) == 0) {
      others.add(Participant.team(teams.get(random.nextInt(teams.size())).team()));
    }
    others.add(Participant.user(users.get(random.nextInt(users.size())).user()));
    String title = TITLES.get(random.nextInt(TITLES.size())).formatted(team.name());
    Incident incident =
        data.log().report(users.get(random.nextInt(users.size())).user(), title, details(), others);
    if (random.nextInt(5) < 2) {
      data.log().move(incident.incident(), Status.ACKNOWLEDGED);
    } else if (random.nextInt(3) == 0) {
      data.log().move(incident.incident(), Status.RESOLVED);
    }
  }

  private String details() {
    var details = new StringBuilder("{\n  \"source\": \"monitoring\",\n  \"samples\": [");
    for (int metric = 0; metric < METRICS; metric++) {
      details
          .append(metric == 0 ? "" : ",")
          .append("\n    {\"host\": \"web-")
          .append(1 + random.nextInt(40))
          .append("\", \"errorRate\": ")
          .append(random.nextInt(1000) / 1000.0)
          .append('}');
    }
    return details.append("\n  ]\n}").toString();
  }
}
