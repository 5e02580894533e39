package dev.gramme.apps.patterns;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The command {@code ./gramme app patterns}: lists the patterns, or runs one and prints it. */
public final class Main {
  private static final int MAX_NEAR = 5;
  private static final String USAGE =
      """
      usage: ./gramme app patterns [NAME]

      Without a name it lists the patterns. With the name or the title of a pattern it runs the
      pattern on a database in memory, and prints its access patterns, its tables before and
      after, the calls with their costs, and the requests that were sent.
      """;

  private Main() {}

  /** Exits with 0 for success, and with 2 for unusable arguments. */
  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out, System.err));
  }

  static int run(List<String> args, PrintStream out, PrintStream errors) {
    if (args.isEmpty()) {
      list(out);
      return 0;
    }
    String name = String.join(" ", args);
    if (name.equals("--help") || name.equals("-h")) {
      out.print(USAGE);
      return 0;
    }
    Optional<Pattern> found = find(name);
    if (found.isEmpty()) {
      errors.println(unknown(name));
      return 2;
    }
    out.print(PatternText.of(Rehearsal.of(found.get())));
    return 0;
  }

  private static void list(PrintStream out) {
    int width =
        Catalogue.patterns().stream().mapToInt(pattern -> pattern.name().length()).max().orElse(1);
    for (Theme theme : Catalogue.themes()) {
      out.println(theme.title());
      for (Pattern pattern : theme.patterns()) {
        out.printf("  %-" + width + "s  %s%n", pattern.name(), pattern.title());
      }
      out.println();
    }
    out.println("./gramme app patterns NAME runs one of them.");
  }

  private static Optional<Pattern> find(String name) {
    String wanted = CataloguePages.anchor(name);
    return Catalogue.patterns().stream()
        .filter(pattern ->
            pattern.name().equals(wanted) || CataloguePages.anchor(pattern.title()).equals(wanted))
        .findFirst();
  }

  private static String unknown(String name) {
    List<String> near = near(name.toLowerCase(Locale.ROOT));
    String hint =
        near.isEmpty()
            ? "./gramme app patterns lists all"
            : "did you mean " + String.join(", ", near) + "?";
    return "patterns: there is no pattern '" + name + "'; " + hint;
  }

  /** The names that differ in few letters, or whose name or title contains a word of the input. */
  private static List<String> near(String name) {
    int tolerated = Math.max(2, name.length() / 4);
    Map<String, Integer> distances =
        Catalogue.patterns().stream()
            .collect(Collectors.toMap(Pattern::name, pattern -> distance(pattern, name)));
    return Catalogue.patterns().stream()
        .map(Pattern::name)
        .filter(candidate -> distances.getOrDefault(candidate, Integer.MAX_VALUE) <= tolerated)
        .sorted(
            Comparator.comparingInt(
                candidate -> distances.getOrDefault(candidate, Integer.MAX_VALUE)))
        .limit(MAX_NEAR)
        .toList();
  }

  /** 1 if the pattern's name or title contains the input, else the number of different letters. */
  private static int distance(Pattern pattern, String name) {
    String title = pattern.title().toLowerCase(Locale.ROOT);
    String words = name.replace('-', ' ').strip();
    boolean contains =
        words.length() > 2
            && (title.contains(words) || pattern.name().replace('-', ' ').contains(words));
    return contains ? 1 : differences(pattern.name(), name);
  }

  /** The distance of Levenshtein: how many letters must be inserted, removed or replaced. */
  private static int differences(String one, String other) {
    int[] before = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      before[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[other.length() + 1];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(before[j], row[j - 1]));
      }
      before = row;
    }
    return before[other.length()];
  }
}
