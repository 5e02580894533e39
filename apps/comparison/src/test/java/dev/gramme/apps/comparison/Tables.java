package dev.gramme.apps.comparison;

import dev.gramme.testkit.CaseFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The tables of the page. */
final class Tables {
  private Tables() {}

  /** The lines of code of the three versions. */
  static String lines() throws IOException {
    var rows = new ArrayList<String>();
    rows.add("| lines of code | toolkit | ElectroDB | enhanced client |");
    rows.add("|---|---|---|---|");
    int[] toolkit = parts(Sources.toolkit(), "TicketQueries.java");
    int[] electroDb = parts(Sources.electroDb(), "queries.ts");
    int[] enhanced = parts(Sources.enhanced(), "TicketStore.java");
    rows.add(row("entities and keys", toolkit[0], electroDb[0], enhanced[0]));
    rows.add(row("access patterns", toolkit[1], electroDb[1], enhanced[1]));
    rows.add(
        row(
            "together",
            toolkit[0] + toolkit[1],
            electroDb[0] + electroDb[1],
            enhanced[0] + enhanced[1]));
    return String.join("\n", rows);
  }

  private static int[] parts(List<Path> sources, String patterns) throws IOException {
    List<Path> model =
        sources.stream()
            .filter(file -> !file.endsWith(patterns) && !file.endsWith("calls.ts"))
            .toList();
    return new int[] {
      LinesOfCode.of(model),
      LinesOfCode.of(sources.stream().filter(file -> file.endsWith(patterns)).toList())
    };
  }

  private static String row(String name, int... numbers) {
    return "| "
        + name
        + java.util.Arrays.stream(numbers)
            .mapToObj(number -> " | " + number)
            .collect(Collectors.joining())
        + " |";
  }

  /** When each mistake is found, by the case files. */
  static String mistakes() {
    List<CaseFile.Case> toolkit = CaseFile.read(Tables.class, "mistakes-toolkit.txt");
    List<CaseFile.Case> electroDb = CaseFile.read(Tables.class, "mistakes-electrodb.txt");
    List<CaseFile.Case> enhanced = CaseFile.read(Tables.class, "mistakes-enhanced.txt");
    var rows = new ArrayList<String>();
    rows.add("| mistake | toolkit | ElectroDB | enhanced client |");
    rows.add("|---|---|---|---|");
    for (int i = 0; i < toolkit.size(); i++) {
      String title = title(toolkit.get(i));
      if (!title.equals(title(electroDb.get(i))) || !title.equals(title(enhanced.get(i)))) {
        throw new IllegalStateException("the case files differ in " + title);
      }
      rows.add(
          "| "
              + title
              + " | "
              + found(toolkit.get(i))
              + " | "
              + found(electroDb.get(i))
              + " | "
              + found(enhanced.get(i))
              + " |");
    }
    rows.add(
        "| **found before the program runs, or impossible** | "
            + early(toolkit)
            + " | "
            + early(electroDb)
            + " | "
            + early(enhanced)
            + " |");
    return String.join("\n", rows);
  }

  private static String title(CaseFile.Case mistake) {
    return mistake.comments().getFirst().substring(2);
  }

  private static String found(CaseFile.Case mistake) {
    String expected = mistake.expected();
    return switch (expected.substring(0, Math.max(0, expected.indexOf(':')))) {
      case "compiler" -> "by the compiler";
      case "impossible" -> "impossible";
      case "start fails" -> "at the start";
      case "call fails" -> "at the call";
      case "wrong result" -> "**wrong result**";
      case "" -> "**unnoticed**";
      default -> throw new IllegalStateException("unknown outcome " + expected);
    };
  }

  private static String early(List<CaseFile.Case> mistakes) {
    long early =
        mistakes.stream()
            .map(CaseFile.Case::expected)
            .filter(outcome -> outcome.startsWith("compiler") || outcome.startsWith("impossible"))
            .count();
    return early + " of " + mistakes.size();
  }

  /** The requests of each access pattern and their consumption. */
  static String requests(
      Map<String, Use> toolkit, Map<String, Use> electroDb, Map<String, Use> enhanced) {
    var rows = new ArrayList<String>();
    rows.add("| access pattern | toolkit | ElectroDB | enhanced client |");
    rows.add("|---|---|---|---|");
    toolkit.forEach((pattern, use) ->
        rows.add(
            "| `"
                + pattern
                + "` | "
                + use.text()
                + " | "
                + Objects.requireNonNull(electroDb.get(pattern)).text()
                + " | "
                + Objects.requireNonNull(enhanced.get(pattern)).text()
                + " |"));
    rows.add("| all | " + sum(toolkit) + " | " + sum(electroDb) + " | " + sum(enhanced) + " |");
    return String.join("\n", rows);
  }

  private static String sum(Map<String, Use> uses) {
    Use all = uses.values().stream().reduce(new Use(Map.of(), 0, 0), Use::plus);
    return all.requests()
        + " requests, "
        + Use.number(all.read())
        + " RCU, "
        + Use.number(all.write())
        + " WCU";
  }
}
