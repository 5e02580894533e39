package dev.gramme.apps.savings.app;

import dev.gramme.apps.savings.bank.Bank;
import dev.gramme.apps.savings.bank.BankException;
import dev.gramme.apps.savings.bank.CustomerList;
import dev.gramme.apps.savings.domain.BatchTable;
import dev.gramme.apps.savings.domain.Moments;
import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.JsonServer.BadRequestException;
import dev.gramme.apps.web.JsonServer.Handler;
import dev.gramme.apps.web.JsonServer.Html;
import dev.gramme.apps.web.JsonServer.Request;
import dev.gramme.apps.web.JsonServer.Response;
import dev.gramme.apps.web.database.ConsoleLinks;
import dev.gramme.apps.web.database.DatabaseFailures;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The HTTP routes.
 *
 * <pre>
 * GET    /customers?search=TEXT      the bank's customers, by page
 * GET    /customers/ID/goals         the goals for the app; a header contains the cost
 * PUT    /customers/ID/goals/GOAL    chooses a goal
 * DELETE /customers/ID/goals/GOAL    drops a goal
 * GET    /customers/ID/offers        the goals that the customer may choose
 * GET    /customers/ID/investments   the rewards
 * POST   /bank/deposits              {personId, goalId, amount}
 * POST   /bank/deposits/ID/failure   makes the reconciliation of a deposit fail
 * GET    /batch                      the progress of the batch
 * POST   /batch/runs                 {open: true} leaves unreconciled deposits open;
 *                                    otherwise all are confirmed first
 * POST   /batch/rollback             restores the state before the last run
 * GET    /console                    links to the tables in the database's console
 * GET    /health                     processes and servers; status 503 unless all of them work
 * GET    /status                     the same as a page
 * </pre>
 */
final class Routes {
  /** The cost of a request's reads, in read capacity units. */
  static final String COST = "X-Consumed-Read-Capacity";

  private static final Logger log = LoggerFactory.getLogger(Routes.class);
  private static final int USUAL_PAGE = 20;
  private static final int UNAVAILABLE = 503;

  private final Application application;

  private Routes(Application application) {
    this.application = application;
  }

  static void add(JsonServer server, Application application) {
    var routes = new Routes(application);
    server
        .route("GET", "/", request -> page("page.html"))
        .route("GET", "/status", request -> page("status.html"))
        .route("GET", "/console", request -> routes.console())
        .route("GET", "/health", request -> routes.health())
        .route("GET", "/customers", routes.naming(routes::customers))
        .route("GET", "/customers/([^/]+)/goals", routes.naming(routes::goals))
        .route("PUT", "/customers/([^/]+)/goals/([^/]+)", routes.naming(routes::choose))
        .route("DELETE", "/customers/([^/]+)/goals/([^/]+)", routes.naming(routes::drop))
        .route("GET", "/customers/([^/]+)/offers", routes.naming(routes::offers))
        .route("GET", "/customers/([^/]+)/investments", routes.naming(routes::investments))
        .route("POST", "/bank/deposits", routes.naming(routes::deposit))
        .route("POST", "/bank/deposits/([^/]+)/failure", routes.naming(routes::failure))
        .route("GET", "/batch", routes.naming(request -> routes.progress()))
        .route("POST", "/batch/runs", routes.naming(routes::runBatch))
        .route("POST", "/batch/rollback", routes.naming(request -> routes.rollBack()));
  }

  /** A handler whose answer names the server that fails, and what the bank refuses. */
  private Handler naming(Handler handler) {
    var backends = application.backends();
    return request -> {
      try {
        return handler.answer(request);
      } catch (BankException e) {
        return Response.error(422, e.reason());
      } catch (SQLException e) {
        return unavailable("PostgreSQL", backends.jdbcAddress(), Health.root(e), e);
      } catch (SdkException | CompletionException e) {
        var reason = DatabaseFailures.reason(e);
        if (reason.isEmpty()) {
          throw e;
        }
        return unavailable("the tables", backends.dynamodb(), reason.get(), e);
      }
    };
  }

  private static Response unavailable(String server, String address, String why, Exception e) {
    log.error("{} at {} failed", server, address, e);
    return Response.error(
        UNAVAILABLE, "%s at %s: %s (/status has details)".formatted(server, address, why));
  }

  private static Response page(String name) throws IOException {
    try (var in = Routes.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
      }
      return Response.ok(new Html(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    }
  }

  /** The page puts the id of the customer in place of {@code {person}}. */
  private Response console() {
    var links = ConsoleLinks.of(application.backends().dynamodb());
    for (String table : List.of(BatchTable.NAME, PendingTable.NAME)) {
      links.table(table, table, "view", "kinds");
      links.table(table + " of this customer", table, "mode", "query", "pk", "{person}");
    }
    return Response.ok(links.links());
  }

  private Response health() {
    var report = application.health().report();
    return new Response(report.isUp() ? 200 : UNAVAILABLE, report, Map.of());
  }

  private Response customers(Request request) throws Exception {
    int limit;
    try {
      limit = Integer.parseInt(request.parameter("limit").orElse(Integer.toString(USUAL_PAGE)));
    } catch (NumberFormatException e) {
      throw new BadRequestException(
          "limit is not a number: " + request.parameter("limit").orElse(""));
    }
    if (limit < 1 || limit > CustomerList.MOST) {
      throw new BadRequestException(
          "limit must be from 1 to %d, not %d".formatted(CustomerList.MOST, limit));
    }
    return Response.ok(
        application
            .customers()
            .find(
                request.parameter("search").orElse("").strip().toLowerCase(Locale.ROOT),
                request.parameter("after").orElse(""),
                limit));
  }

  private Response choose(Request request) throws Exception {
    application.choices().choose(request.part(1), request.part(2));
    return offers(request);
  }

  private Response drop(Request request) throws Exception {
    application.choices().drop(request.part(1), request.part(2));
    return offers(request);
  }

  private Response offers(Request request) throws Exception {
    return Response.ok(application.choices().offers(request.part(1)));
  }

  private Response investments(Request request) throws Exception {
    return Response.ok(application.investments().of(request.part(1)));
  }

  private Response progress() throws Exception {
    return Response.ok(application.batches().progress());
  }

  private Response goals(Request request) {
    var read = application.goals().read(request.part(1));
    if (read.value().isEmpty()) {
      return Response.error(
          404,
          "customer %s does not exist, or no batch has computed the goals yet"
              .formatted(request.part(1)));
    }
    return new Response(
        200, read.value().get(), Map.of(COST, Double.toString(read.capacityUnits())));
  }

  private Response deposit(Request request) throws Exception {
    BigDecimal amount;
    try {
      amount = new BigDecimal(request.text("amount"));
    } catch (NumberFormatException e) {
      throw new BadRequestException("amount is not a number: " + request.text("amount"));
    }
    var booked =
        application.bank().deposit(request.text("personId"), request.text("goalId"), amount);
    return new Response(201, json(booked), Map.of());
  }

  private Response failure(Request request) throws Exception {
    return Response.ok(json(application.bank().fail(request.part(1))));
  }

  private static Map<String, Object> json(Bank.Booked booked) {
    var event = booked.event();
    return Map.of(
        "eventId", event.eventId(),
        "balance", event.balance().toPlainString(),
        "occurredAt", Moments.text(event.occurredAt()),
        "published", booked.isPublished());
  }

  private Response runBatch(Request request) throws Exception {
    boolean leavesOpen = request.body().path("open").asBoolean();
    var bank = application.bank();
    return batch(
        "nightly",
        () -> {
          if (!leavesOpen) {
            bank.confirmAll();
          }
          return bank.closeBooks();
        });
  }

  private Response rollBack() throws Exception {
    return batch("rollback", () -> 0);
  }

  private Response batch(String command, BatchRuns.Export export) throws SQLException {
    try {
      var run = application.batches().run(command, export);
      return run.isPresent()
          ? Response.ok(Map.of("export", run.getAsLong()))
          : Response.error(409, "the batch is running");
    } catch (IOException e) {
      log.error("the batch failed", e);
      return Response.error(500, String.valueOf(e.getMessage()));
    }
  }
}
