package dev.gramme.apps.incidents.measure;

import dev.gramme.apps.incidents.account.AccountData;
import dev.gramme.apps.incidents.account.Accounts;
import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.table.Account;
import dev.gramme.apps.incidents.table.IncidentQueriesTable;
import dev.gramme.apps.incidents.table.IncidentTable;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Participation;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.web.Latencies;
import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.Consumption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Measures "my teams' incidents" of a user with many teams, page by page: with the toolkit's merge,
 * and with one query per team that the program merges itself, in parallel or sequentially.
 */
public final class MergeMeasurement implements AutoCloseable {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final int SECONDS_BETWEEN = 60;

  private final Gramme gramme = Gramme.inMemory();
  private final CapacityMeter meter = new CapacityMeter();
  private final Identifiers identifiers;
  private final AccountData data;
  private final TeamQueries byTeam;
  private final List<Ksuid> teams = new ArrayList<>();
  private final int pageSize;
  private long seconds;

  /**
   * The measurement of a method.
   *
   * @param pages the number of pages read
   * @param items the number of distinct incidents in them
   * @param consumed requests and capacity of all pages
   * @param latencies the time of each page
   */
  public record Outcome(
      String way, int pages, int items, Consumption consumed, Latencies latencies) {}

  /** A client with additional latency, as over a network. */
  private static final class Distant extends DelegatingClient {
    private final long nanos;

    Distant(DynamoDbClient client, long nanos) {
      super(client);
      this.nanos = nanos;
    }

    @Override
    protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
        T request, Function<T, R> operation) {
      if (nanos > 0) {
        LockSupport.parkNanos(nanos);
      }
      return operation.apply(request);
    }
  }

  /**
   * Fills a table.
   *
   * @param incidents the number of incidents of the account; each belongs to one team, every third
   *     to two
   * @param distanceMillis the additional latency of each request
   */
  public MergeMeasurement(int teamCount, int incidents, int pageSize, int distanceMillis) {
    this.pageSize = pageSize;
    this.identifiers = new Identifiers(() -> START.plusSeconds(seconds), new Random(1));
    IncidentTable.createIfAbsent(gramme.client(), "incidents");
    var writes = IncidentQueriesTable.of(gramme.client());
    Account account = new Accounts(writes, identifiers).open("measured");
    for (int i = 0; i < teamCount; i++) {
      teams.add(identifiers.next());
    }
    fill(new Accounts(writes, identifiers).data(account.account()), incidents);
    DynamoDbClient measured =
        meter.around(new Distant(gramme.client(), distanceMillis * 1_000_000L));
    this.data =
        new Accounts(IncidentQueriesTable.of(measured), identifiers).data(account.account());
    this.byTeam = TeamQueriesTable.of(measured);
  }

  private void fill(AccountData account, int incidents) {
    var random = new Random(2);
    Ksuid user = identifiers.next();
    for (int i = 0; i < incidents; i++) {
      seconds += SECONDS_BETWEEN;
      Set<Participant> some = new HashSet<>();
      some.add(Participant.team(teams.get(random.nextInt(teams.size()))));
      if (i % 3 == 0) {
        some.add(Participant.team(teams.get(random.nextInt(teams.size()))));
      }
      account.log().report(user, "Error rate exceeded 1 % (" + i + ")", "{}", some);
    }
  }

  /** A traversal, page by page. */
  private interface Traversal {
    List<Participation> page();
  }

  /** Measures the toolkit's merge. */
  public Outcome merged(int pages) {
    return measure("merged query", pages, Merged::new);
  }

  /** Measures one query per team, merged here. */
  public Outcome byTeam(int pages, boolean parallel) {
    if (!parallel) {
      return measure("one query per team, sequentially", pages, () -> new ByTeam(Runnable::run));
    }
    try (var threads = Executors.newCachedThreadPool()) {
      return measure("one query per team, in parallel", pages, () -> new ByTeam(threads));
    }
  }

  /** Traverses twice; the first time only warms up. */
  private Outcome measure(String way, int pages, Supplier<Traversal> traversals) {
    traverse(traversals.get(), pages, new Latencies());
    meter.reset();
    var latencies = new Latencies();
    Set<Ksuid> items = new HashSet<>();
    int read = 0;
    for (List<Participation> page : traverse(traversals.get(), pages, latencies)) {
      page.forEach(item -> items.add(item.incident()));
      read++;
    }
    return new Outcome(way, read, items.size(), meter.reset(), latencies);
  }

  private static List<List<Participation>> traverse(
      Traversal traversal, int pages, Latencies latencies) {
    var all = new ArrayList<List<Participation>>();
    for (int i = 0; i < pages; i++) {
      long begun = System.nanoTime();
      all.add(traversal.page());
      latencies.add(System.nanoTime() - begun);
    }
    return all;
  }

  private final class Merged implements Traversal {
    private Cursor next = Cursor.start();

    @Override
    public List<Participation> page() {
      Page<Participation> page = data.incidentsOfTeams(teams, State.OPEN, next, pageSize);
      next = page.next().orElse(Cursor.start());
      return page.items();
    }
  }

  /** One team may fill the whole page, so every query requests a whole page. */
  private final class ByTeam implements Traversal {
    private final Executor executor;
    private Range<Instant> until = Range.all();

    ByTeam(Executor executor) {
      this.executor = executor;
    }

    @Override
    public List<Participation> page() {
      List<CompletableFuture<List<Participation>>> queries =
          teams.stream()
              .map(team -> CompletableFuture.supplyAsync(() -> newest(team), executor))
              .toList();
      Set<Ksuid> seen = new HashSet<>();
      List<Participation> page =
          queries.stream()
              .flatMap(query -> query.join().stream())
              .sorted(Comparator.comparing(Participation::createdAt).reversed())
              .filter(one -> seen.add(one.incident()))
              .limit(pageSize)
              .toList();
      // The creation times of these incidents are distinct; otherwise some would be lost.
      until = Range.lessThan(page.getLast().createdAt());
      return page;
    }

    private List<Participation> newest(Ksuid team) {
      return byTeam.incidentsUntil(
          data.account(), Participant.team(team).toString(), State.OPEN, until, pageSize);
    }
  }

  @Override
  public void close() {
    gramme.close();
  }
}
