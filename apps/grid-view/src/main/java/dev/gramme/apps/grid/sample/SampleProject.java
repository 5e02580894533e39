package dev.gramme.apps.grid.sample;

import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.FieldType;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * Generates the fields of a project and the values of its issues. The same seed gives the same
 * values, and an issue does not depend on other issues.
 */
public final class SampleProject {
  private static final LocalDate FIRST_DAY = LocalDate.of(2023, 1, 1);
  private static final int DAYS = 1_200;

  private static final List<String> STATES = List.of("open", "in progress", "blocked", "closed");
  private static final List<String> VERBS =
      List.of("Paint", "Check", "Replace", "Inspect", "Launch", "Hire", "Order", "Weld", "Review");
  private static final List<String> THINGS =
      List.of(
          "the north girder",
          "scaffolding",
          "a reporter",
          "rust treatment",
          "the showbiz desk",
          "rivets",
          "the rail deck",
          "page one",
          "drainage",
          "the site fence",
          "crane no. 4");
  private static final Map<FieldType, List<String>> NAMES =
      Map.of(
          FieldType.DATE, List.of("Start", "End", "Due", "Inspected", "Ordered"),
          FieldType.WHOLE, List.of("Items", "Points", "Balance", "Delay", "Priority"),
          FieldType.DECIMAL, List.of("Cost", "Weight", "Length", "Variance", "Rate"),
          FieldType.TEXT, List.of("Sign Off", "Owner", "Site", "Contractor", "Category"));
  private static final Map<String, List<String>> TEXTS =
      Map.of(
          "Sign Off", List.of("Approved", "Rejected", "Pending", "Waived"),
          "Owner", List.of("Ada", "Benjamin", "Carol", "Dmitri", "Élodie", "Farid", "Greta"),
          "Site", List.of("North pier", "South pier", "Deck 1", "Deck 2", "Press room"),
          "Contractor", List.of("Arrol & Co.", "Dalmeny Ltd.", "Hawes", "Queensferry #2"),
          "Category", List.of("Structure", "Safety", "Supply", "Editorial", "Finance"));
  private static final List<FieldType> ORDER =
      List.of(FieldType.DATE, FieldType.WHOLE, FieldType.TEXT, FieldType.DECIMAL);

  private final Project project;
  private final long seed;
  private final double density;

  private SampleProject(Project project, long seed, double density) {
    this.project = project;
    this.seed = seed;
    this.density = density;
  }

  /**
   * A project.
   *
   * @param fields the number of fields besides title and state
   * @param density the share of fields with a value, between 0 and 1
   */
  public static SampleProject of(
      String id, String tenant, String name, int fields, double density, long seed) {
    List<Field> all = new ArrayList<>(List.of(Project.TITLE, Project.STATE));
    for (int i = 0; i < fields; i++) {
      FieldType type = ORDER.get(i % ORDER.size());
      List<String> names = NAMES.getOrDefault(type, List.of());
      int round = i / ORDER.size();
      String suffix = round < names.size() ? "" : " " + (1 + round / names.size());
      all.add(
          new Field(
              type.word() + "-" + (1 + round),
              names.get(round % names.size()) + suffix,
              all.size()));
    }
    return new SampleProject(new Project(id, tenant, name, all), seed, density);
  }

  /** The project. */
  public Project project() {
    return project;
  }

  /** Its issues with numbers from 1, generated lazily. */
  public Iterable<Issue> issues(long count) {
    return () -> LongStream.rangeClosed(1, count).mapToObj(this::issue).iterator();
  }

  /** The issue with a number. */
  public Issue issue(long number) {
    var random = new SplittableRandom(seed * 1_000_003 + number);
    Map<String, FieldValue> values = new HashMap<>();
    for (Field field : project.fields()) {
      boolean isEverywhere = field.equals(Project.TITLE) || field.equals(Project.STATE);
      if (isEverywhere || random.nextDouble() < density) {
        values.put(field.id(), value(field, random));
      }
    }
    return new Issue(project.id(), number, values, 1);
  }

  /** A random value for a field. */
  public static FieldValue value(Field field, RandomGenerator random) {
    if (field.equals(Project.STATE)) {
      return new FieldValue.Text(one(STATES, random));
    }
    return switch (field.type()) {
      case TEXT -> new FieldValue.Text(text(field, random));
      case WHOLE -> new FieldValue.Whole(BigInteger.valueOf(random.nextInt(-500, 1_000)));
      case DECIMAL ->
          new FieldValue.Decimal(BigDecimal.valueOf(random.nextInt(-100_000, 1_000_000), 2));
      case DATE -> new FieldValue.Day(FIRST_DAY.plusDays(random.nextInt(DAYS)));
    };
  }

  private static String text(Field field, RandomGenerator random) {
    if (field.equals(Project.TITLE)) {
      return one(VERBS, random) + " " + one(THINGS, random);
    }
    // The number after a repeated field name, such as Owner 2, is ignored.
    String name = field.name().replaceFirst(" [0-9]+$", "");
    return one(TEXTS.getOrDefault(name, THINGS), random);
  }

  private static String one(List<String> words, RandomGenerator random) {
    return words.get(random.nextInt(words.size()));
  }
}
