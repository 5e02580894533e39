package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.RawClient;
import dev.gramme.model.Wording;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The command line of {@code ./gramme record}.
 *
 * @param endpoint the server; empty for a Gramme in this process
 * @param region empty if it is set nowhere
 * @param cases the folder of the case files
 * @param only a text that the names of the files must contain
 * @param out the folder of the new recording, if it is given
 * @param mostCost the bound in US dollars above which nothing is sent
 * @param agreed whether the user agreed to the cost
 * @param compare the recording to compare with; empty to make a new one
 * @param report a file for the differences
 */
record RecordOptions(
    Optional<URI> endpoint,
    Optional<String> region,
    Path cases,
    String only,
    Optional<Path> out,
    double mostCost,
    boolean agreed,
    Optional<Path> compare,
    Wording wording,
    Optional<Path> report) {
  static final String HELP =
      """
      ./gramme record --endpoint aws|URL [options]   run the case files on a server and record its answers
      ./gramme record --compare DIR [options]        run a recording on Gramme and print the differences

        --endpoint aws|URL   the server; aws needs credentials in the environment and costs
                             money. With --compare: replaces the Gramme in this process
        --region R           [AWS_REGION or us-east-1; with --compare that of the recording]
        --cases DIR          the case files [those of the project]
        --only TEXT          only files with this text in their names
        --out DIR            the folder of the recording [conformance/recordings/REGION-DATE]
        --max-cost USD      do not start if it may cost more [1]
        --yes                agree to the cost; needed for aws
        --wording W          with --compare: current or classic, the set of messages that Gramme uses [current]
        --report FILE        with --compare: write the differences to a file as well

      docs/recording.md explains the cost and the contents of a recording.
      """;

  private static final Set<String> VALUES =
      Set.of(
          "--endpoint",
          "--region",
          "--cases",
          "--only",
          "--out",
          "--max-cost",
          "--compare",
          "--wording",
          "--report");

  /** Whether requests cost money. */
  boolean isAws() {
    return endpoint.map(RawClient::isAws).orElse(false);
  }

  /**
   * Reads the options.
   *
   * @param root the project folder
   * @throws RecordException with one line for the user
   */
  static RecordOptions parse(Path root, List<String> arguments, Map<String, String> environment) {
    var values = new HashMap<String, String>();
    boolean agreed = false;
    for (int at = 0; at < arguments.size(); at++) {
      var flag = arguments.get(at);
      if (flag.equals("--yes")) {
        agreed = true;
      } else if (!VALUES.contains(flag)) {
        throw new RecordException("unknown option: " + flag);
      } else if (++at == arguments.size()) {
        throw new RecordException(flag + " needs a value");
      } else {
        values.put(flag, arguments.get(at));
      }
    }
    var compare = path(values, "--compare");
    if (compare.isEmpty()) {
      refuse(values, "--wording", "--report");
      if (!values.containsKey("--endpoint")) {
        throw new RecordException("--endpoint or --compare is needed");
      }
    } else {
      refuse(values, "--cases", "--out", "--region");
    }
    var region =
        Optional.ofNullable(values.get("--region"))
            .or(() -> Optional.ofNullable(environment.get("AWS_REGION")))
            .filter(name -> !name.isEmpty());
    return new RecordOptions(
        Optional.ofNullable(values.get("--endpoint"))
            .map(text -> uri(text, region.orElse("us-east-1"))),
        region,
        path(values, "--cases").orElse(root.resolve("conformance/src/test/resources/cases")),
        values.getOrDefault("--only", ""),
        path(values, "--out"),
        dollars(values.getOrDefault("--max-cost", "1")),
        agreed,
        compare,
        wording(values.getOrDefault("--wording", "current")),
        path(values, "--report"));
  }

  private static void refuse(Map<String, String> values, String... flags) {
    for (var flag : flags) {
      if (values.containsKey(flag)) {
        throw new RecordException(
            flag
                + (flag.equals("--wording") || flag.equals("--report")
                    ? " needs"
                    : " cannot be used with")
                + " --compare");
      }
    }
  }

  private static Optional<Path> path(Map<String, String> values, String flag) {
    return Optional.ofNullable(values.get(flag)).map(Path::of);
  }

  private static URI uri(String text, String region) {
    if (text.equals("aws")) {
      return URI.create("https://dynamodb." + region + ".amazonaws.com");
    }
    if (!text.matches("https?://[^/\\s]+/?")) {
      throw new RecordException(
          "--endpoint is aws or a URL such as http://127.0.0.1:8000, not: " + text);
    }
    return URI.create(text);
  }

  private static double dollars(String text) {
    if (!text.matches("\\d{1,9}(\\.\\d{1,9})?")) {
      throw new RecordException("--max-cost is an amount in US dollars, not: " + text);
    }
    return Double.parseDouble(text);
  }

  private static Wording wording(String text) {
    return switch (text) {
      case "current" -> Wording.CURRENT;
      case "classic" -> Wording.CLASSIC;
      default -> throw new RecordException("--wording is current or classic, not: " + text);
    };
  }
}
