package dev.gramme.conformance.cases;

import dev.gramme.conformance.cases.CaseFile.Case;
import dev.gramme.conformance.cases.CaseRecorder.UnansweredException;
import dev.gramme.conformance.support.Json;
import dev.gramme.conformance.support.RawClient;
import dev.gramme.conformance.support.TargetServer;
import dev.gramme.storage.BackOff;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * {@code ./gramme record}: runs case files on a server and records its answers, or compares the
 * answers of Gramme with a recording.
 */
public final class RecordCommand {
  private static final int DIFFERENT = 1;
  private static final int MISUSED = 2;

  /** With doubling pauses, two minutes in total. */
  private static final int ATTEMPTS = 8;

  private static final BackOff PAUSES = new BackOff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** How long the process may take to delete its tables after an interruption. */
  private static final Duration LONGEST_END = Duration.ofMinutes(30);

  private static final int PROGRESS = 50;

  private final RecordOptions options;
  private final Path root;
  private final LocalDate today;
  private final PrintStream out;
  private final Stop stop;

  private RecordCommand(
      RecordOptions options, Path root, LocalDate today, PrintStream out, Stop stop) {
    this.options = options;
    this.root = root;
    this.today = today;
    this.out = out;
    this.stop = stop;
  }

  /** Runs the command; the first argument is the project folder. */
  public static void main(String[] args) {
    var stop = new Stop();
    var ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop, ended), "end"));
    int status = 1;
    try {
      status = run(List.of(args), System.getenv(), Clock.systemUTC(), stop, System.out, System.err);
    } finally {
      ended.countDown();
    }
    System.exit(status);
  }

  private static void end(Stop stop, CountDownLatch ended) {
    stop.request();
    try {
      if (!ended.await(LONGEST_END.toSeconds(), TimeUnit.SECONDS)) {
        System.err.println("gramme record: some tables may not have been deleted, see above");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs the command and returns the exit status.
   *
   * @param arguments the project folder, followed by the options
   */
  static int run(
      List<String> arguments,
      Map<String, String> environment,
      Clock clock,
      Stop stop,
      PrintStream out,
      PrintStream err) {
    try {
      var root = Path.of(arguments.getFirst());
      var flags = arguments.subList(1, arguments.size());
      if (flags.contains("--help")) {
        out.print(RecordOptions.HELP);
        return 0;
      }
      var options = RecordOptions.parse(root, flags, environment);
      var command = new RecordCommand(options, root, LocalDate.now(clock), out, stop);
      boolean good =
          options.compare().isPresent()
              ? command.compare(options.compare().get())
              : command.record(options.endpoint().orElseThrow());
      return good ? 0 : DIFFERENT;
    } catch (RecordException e) {
      err.println("gramme record: " + e.getMessage());
      return MISUSED;
    } catch (Stop.StoppedException e) {
      err.println("gramme record: stopped");
      return DIFFERENT;
    }
  }

  private boolean record(URI uri) {
    var files = Recording.files(options.cases(), options.only());
    var region = options.region().orElse("us-east-1");
    var folder =
        options.out().orElse(root.resolve("conformance/recordings").resolve(region + "-" + today));
    var header = Recording.header(options.isAws(), region, today);
    return overCases(
        uri,
        region,
        files,
        (file, recorder, progress) -> {
          var recorded = new ArrayList<Case>();
          for (var one : file.cases()) {
            try {
              recorded.add(recorder.record(one));
            } catch (UnansweredException e) {
              progress.problem(file, one, "not recorded: " + e.getMessage());
            }
            progress.done(file, one);
          }
          write(folder, file, header, recorded);
        });
  }

  private boolean compare(Path folder) {
    var files = Recording.files(folder, options.only());
    var regions = files.stream().map(Recording::region).distinct().toList();
    if (regions.size() > 1) {
      throw new RecordException(folder + " has recordings of several regions: " + regions);
    }
    var region = regions.getFirst();
    var uri =
        options.endpoint().orElseGet(() -> TargetServer.start(options.wording(), region).uri());
    return overCases(
        uri,
        region,
        files,
        (file, recorder, progress) -> {
          for (var one : file.cases()) {
            compare(file, one, recorder, progress);
            progress.done(file, one);
          }
        });
  }

  private static void compare(
      CaseFile file, Case theirs, CaseRecorder recorder, Progress progress) {
    Case ours;
    try {
      ours = recorder.record(theirs);
    } catch (UnansweredException e) {
      progress.problem(file, theirs, "not answered: " + e.getMessage());
      return;
    }
    for (int i = 0; i < theirs.steps().size(); i++) {
      var recorded = theirs.steps().get(i);
      var given = ours.steps().get(i);
      if (!Comparison.isSame(recorded, given)) {
        progress.difference(
            Comparison.kind(recorded, given),
            Comparison.text(
                file.path().getFileName().toString(), theirs.name(), i + 1, recorded, given));
      }
    }
  }

  /** What is done with each file. */
  private interface Work {
    void on(CaseFile file, CaseRecorder recorder, Progress progress);
  }

  private boolean overCases(URI uri, String region, List<CaseFile> files, Work work) {
    announce(uri, files);
    var raw = client(uri, region);
    boolean remote = options.endpoint().isPresent(); // otherwise the server ends with this process
    if (remote) {
      refuseNamesInUse(raw, uri, files);
    }
    var client = new RepeatingClient(raw, stop, remote ? ATTEMPTS : 1, PAUSES);
    var prefix = "gramme-record-" + UUID.randomUUID().toString().substring(0, 4) + "-";
    var tables = new CaseTables(client, prefix);
    var recorder = new CaseRecorder(client, tables, new Folding(prefix), options.isAws());
    var progress = new Progress(files);
    try {
      for (var file : files) {
        work.on(file, recorder, progress);
      }
    } finally {
      if (remote) {
        out.println("deleting the tables");
        tables.close();
        tables.created().left().forEach(each -> out.println("NOT DELETED: " + each));
      }
      progress.end();
    }
    return progress.problems.isEmpty() && (!remote || tables.created().left().isEmpty());
  }

  private void announce(URI uri, List<CaseFile> files) {
    var cases = files.stream().flatMap(file -> file.cases().stream()).toList();
    long tables =
        cases.stream()
            .flatMap(one -> one.steps().stream())
            .filter(step -> step.operation().equals("CreateTable"))
            .count();
    out.printf(
        "%d cases of %d files, %d requests to %s%n",
        cases.size(), files.size(), cases.stream().mapToInt(one -> one.steps().size()).sum(), uri);
    out.printf(
        "tables: at most %d shared ones and %d of single cases; all are deleted at the end%n",
        CaseTables.shared(), tables);
    if (options.isAws()) {
      var bound = CostBound.of(files);
      out.println("cost: " + bound);
      out.println("      creating, describing and deleting tables costs nothing");
      if (bound.usd() > options.mostCost()) {
        throw new RecordException(
            "this may cost more than %s USD; --max-cost allows more, --only runs less"
                .formatted(options.mostCost()));
      }
      if (!options.agreed()) {
        throw new RecordException("nothing was sent; --yes agrees to the cost");
      }
    } else {
      out.println("cost: none, this is not AWS; on AWS: " + CostBound.of(files));
    }
  }

  private static RawClient client(URI uri, String region) {
    try {
      return new RawClient(uri, region);
    } catch (SdkClientException e) {
      throw new RecordException(
          "no AWS credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
              + " AWS_PROFILE",
          e);
    }
  }

  /** Refuses to start if a case could reach a table that existed before. */
  private static void refuseNamesInUse(RawClient raw, URI uri, List<CaseFile> files) {
    var requests =
        files.stream()
            .flatMap(file -> file.cases().stream())
            .flatMap(one -> one.steps().stream())
            .map(CaseFile.Step::request)
            .toList();
    for (var name : tableNames(raw, uri)) {
      var word = Pattern.compile("(?<![\\w.-])" + Pattern.quote(name) + "(?![\\w.-])");
      if (requests.stream().anyMatch(request -> word.matcher(request).find())) {
        throw new RecordException(
            "a table named '%s' exists, and the cases contain this name: use another region or account"
                .formatted(name));
      }
    }
  }

  private static List<String> tableNames(RawClient raw, URI uri) {
    var names = new ArrayList<String>();
    var request = "{}";
    while (true) {
      try {
        var answer = raw.call("ListTables", request);
        if (answer.status() != 200) {
          throw new RecordException(uri + " refuses ListTables: " + answer.text());
        }
        Json.elements(Json.member(answer.json(), "TableNames"))
            .forEach(name -> names.add(String.valueOf(name)));
        var last = answer.json().get("LastEvaluatedTableName");
        if (last == null) {
          return names;
        }
        request = "{\"ExclusiveStartTableName\":\"" + last + "\"}";
      } catch (UncheckedIOException e) {
        throw new RecordException("cannot reach " + uri + ": " + e.getCause(), e);
      }
    }
  }

  private static void write(Path folder, CaseFile file, List<String> header, List<Case> recorded) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new RecordException("cannot create the folder " + folder, e);
    }
    var path = folder.resolve(file.path().getFileName());
    new CaseFile(path, header, recorded).rewrite(recorded);
  }

  /** Prints the progress and collects the problems. */
  private final class Progress {
    private final int all;
    private final CostBound spent = new CostBound();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Integer> kinds = new TreeMap<>();
    private int done;

    Progress(List<CaseFile> files) {
      this.all = files.stream().mapToInt(file -> file.cases().size()).sum();
    }

    void done(CaseFile file, Case one) {
      stop.check();
      done++;
      spent.add(one);
      boolean last = file.cases().getLast().equals(one);
      if (last || done % PROGRESS == 0) {
        out.printf(
            "%s: %d of %d cases done%s%n",
            file.path().getFileName(),
            done,
            all,
            options.isAws() ? ", at most %.4f USD spent".formatted(spent.usd()) : "");
      }
    }

    void problem(CaseFile file, Case one, String text) {
      difference("no answer", file.path().getFileName() + ": " + one.name() + "\n  " + text + "\n");
    }

    void difference(String kind, String text) {
      kinds.merge(kind, 1, Integer::sum);
      problems.add(text);
      out.print(text);
    }

    void end() {
      out.printf("%d of %d cases done%n", done, all);
      out.printf(
          "%s: %d%n",
          options.compare().isPresent() ? "differences" : "cases not recorded", problems.size());
      kinds.forEach((kind, count) -> out.printf("  %s: %d%n", kind, count));
      options
          .report()
          .ifPresent(file -> {
            try {
              Files.writeString(file, String.join("\n", problems), StandardCharsets.UTF_8);
            } catch (IOException e) {
              throw new RecordException("cannot write " + file, e);
            }
          });
    }
  }
}
