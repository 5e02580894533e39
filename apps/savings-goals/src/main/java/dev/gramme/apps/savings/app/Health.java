package dev.gramme.apps.savings.app;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The state of the system: the processes that the application started, and whether each server
 * answers, also those that the settings specify.
 */
final class Health {
  /** How long a server may take to answer. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  /**
   * A server.
   *
   * @param check fails if the server does not answer
   */
  record Server(String name, String address, Callable<?> check) {}

  /**
   * Whether a server answers.
   *
   * @param failure why it does not
   */
  record Answer(String name, String address, boolean answers, @Nullable String failure) {}

  /**
   * The report.
   *
   * @param status UP if all processes run and all servers answer, otherwise DOWN
   */
  record Report(String status, List<Supervisor.Status> processes, List<Answer> servers) {
    Report {
      processes = List.copyOf(processes);
      servers = List.copyOf(servers);
    }

    boolean isUp() {
      return status.equals("UP");
    }
  }

  private final Supervisor supervisor;
  private final List<Server> servers;
  private final Executor executor;

  /**
   * @param executor runs the checks of a report at the same time
   */
  Health(Supervisor supervisor, List<Server> servers, Executor executor) {
    this.supervisor = supervisor;
    this.servers = List.copyOf(servers);
    this.executor = executor;
  }

  /** Checks everything. Takes {@link #PATIENCE} at most. */
  Report report() {
    var checks = servers.stream().map(this::check).toList();
    var answers = checks.stream().map(CompletableFuture::join).toList();
    var processes = supervisor.statuses();
    boolean isUp =
        processes.stream().allMatch(Supervisor.Status::running)
            && answers.stream().allMatch(Answer::answers);
    return new Report(isUp ? "UP" : "DOWN", processes, answers);
  }

  private CompletableFuture<Answer> check(Server server) {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                server.check().call();
                return new Answer(server.name(), server.address(), true, null);
              } catch (Exception e) {
                throw new CompletionException(e);
              }
            },
            executor)
        .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(
            failure -> new Answer(server.name(), server.address(), false, reason(failure)));
  }

  private static String reason(Throwable failure) {
    return failure instanceof TimeoutException
        ? "no answer within " + PATIENCE.toSeconds() + " s"
        : root(failure);
  }

  /** The message of the first cause, since pools and futures wrap it in words of their own. */
  static String root(Throwable failure) {
    var cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
