package dev.gramme.apps.savings.app;

import dev.gramme.apps.savings.bank.BankException;
import dev.gramme.apps.savings.domain.Moments;
import dev.gramme.apps.savings.event.BalanceEvent;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.JsonServer.BadRequestException;
import dev.gramme.apps.web.JsonServer.Html;
import dev.gramme.apps.web.JsonServer.Request;
import dev.gramme.apps.web.JsonServer.Response;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The HTTP routes.
 *
 * <pre>
 * GET  /customers/ID/goals        the goals for the app; a header contains the cost
 * POST /bank/deposits             {personId, goalId, amount}
 * POST /bank/deposits/ID/failure  makes the reconciliation of a deposit fail
 * POST /batch/runs                {open: true} leaves unreconciled deposits open;
 *                                 otherwise all are confirmed first
 * POST /batch/rollback            restores the state before the last run
 * </pre>
 */
final class Routes {
  /** The cost of a request's reads, in read capacity units. */
  static final String COST = "X-Consumed-Read-Capacity";

  private final Application application;
  private final ReentrantLock batchRuns = new ReentrantLock();

  private Routes(Application application) {
    this.application = application;
  }

  static void add(JsonServer server, Application application) {
    var routes = new Routes(application);
    server
        .route("GET", "/", request -> routes.page())
        .route("GET", "/customers/([^/]+)/goals", routes::goals)
        .route("POST", "/bank/deposits", routes::deposit)
        .route("POST", "/bank/deposits/([^/]+)/failure", routes::failure)
        .route("POST", "/batch/runs", routes::runBatch)
        .route("POST", "/batch/rollback", request -> routes.batch("rollback", 0));
  }

  private Response page() throws IOException {
    try (var in = Routes.class.getResourceAsStream("page.html")) {
      if (in == null) {
        throw new IllegalStateException("page.html is missing");
      }
      return Response.ok(new Html(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    }
  }

  private Response goals(Request request) {
    var read = application.goals().read(request.part(1));
    if (read.value().isEmpty()) {
      return Response.error(404, "this customer does not exist, or no batch has run yet");
    }
    return new Response(
        200, read.value().get(), Map.of(COST, Double.toString(read.capacityUnits())));
  }

  private Response deposit(Request request) throws Exception {
    BigDecimal amount;
    try {
      amount = new BigDecimal(request.text("amount"));
    } catch (NumberFormatException e) {
      throw new BadRequestException("the amount is not a number");
    }
    try {
      var event =
          application.bank().deposit(request.text("personId"), request.text("goalId"), amount);
      return new Response(201, json(event), Map.of());
    } catch (BankException e) {
      return Response.error(422, e.reason());
    }
  }

  private Response failure(Request request) throws Exception {
    try {
      return Response.ok(json(application.bank().fail(request.part(1))));
    } catch (BankException e) {
      return Response.error(422, e.reason());
    }
  }

  private static Map<String, String> json(BalanceEvent event) {
    return Map.of(
        "eventId", event.eventId(),
        "balance", event.balance().toPlainString(),
        "occurredAt", Moments.text(event.occurredAt()));
  }

  private Response runBatch(Request request) throws Exception {
    if (!request.body().path("open").asBoolean()) {
      application.bank().confirmAll();
    }
    return batch("nightly", application.bank().closeBooks());
  }

  private Response batch(String command, long exportId) throws IOException {
    if (!batchRuns.tryLock()) {
      return Response.error(409, "the batch is running");
    }
    try {
      application.batch().run(command, exportId);
      return Response.ok(Map.of("export", exportId));
    } finally {
      batchRuns.unlock();
    }
  }
}
