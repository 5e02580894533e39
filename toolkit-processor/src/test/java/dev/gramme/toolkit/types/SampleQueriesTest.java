package dev.gramme.toolkit.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.entity.ItemUnreadable;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.types.SampleQueriesTable.SampleItem;
import dev.gramme.toolkit.types.Shape.Circle;
import dev.gramme.toolkit.types.Shape.Point;
import dev.gramme.toolkit.types.Shape.Rectangle;
import java.time.Duration;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class SampleQueriesTest {
  private static final YearMonth MAY = YearMonth.of(2026, 5);
  private static final LocalTime NOON = LocalTime.of(12, 0);
  private static final ZonedDateTime SEEN =
      ZonedDateTime.parse("2026-05-16T14:23:00+02:00[Europe/Zurich]");
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("Europe/Zurich"),
          ZoneId.of("America/New_York"),
          ZoneOffset.UTC,
          ZoneId.of("+05:30"));

  private final Gramme gramme = Gramme.inMemory();
  private final SampleQueriesTable samples = SampleQueriesTable.of(gramme.client());

  @BeforeEach
  void create() {
    samples.table().createIfAbsent();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void random_values_of_all_types_are_read_as_they_were_written() {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("SampleQueriesTest: -Dgramme.seed=" + seed);
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 200; i++) {
      Sample sample = random(random);
      samples.save(sample);
      assertThat(samples.sample(sample.id(), sample.month(), sample.took(), sample.at()))
          .as("with -Dgramme.seed=%s", seed)
          .contains(sample);
    }
  }

  @Test
  void the_stored_forms_are_those_of_the_reference() {
    Map<String, AttributeValue> item =
        SampleItem.ENTITY.toItem(sample(Duration.ofMillis(5_400_500), NOON, new Circle(0.1f)));
    assertThat(item.get("month")).isEqualTo(AttributeValue.fromS("2026-05"));
    assertThat(item.get("took")).isEqualTo(AttributeValue.fromN("5400.5"));
    assertThat(item.get("at")).isEqualTo(AttributeValue.fromS("12:00:00.000000000"));
    assertThat(item.get("seen"))
        .isEqualTo(AttributeValue.fromS("2026-05-16T12:23:00.000000000Z[Europe/Zurich]"));
    assertThat(item.get("weight")).isEqualTo(AttributeValue.fromN("1.5"));
    assertThat(item.get("exact")).isEqualTo(AttributeValue.fromN("0.1"));
    assertThat(item.get("counts"))
        .isEqualTo(AttributeValue.fromM(Map.of("HIGH", AttributeValue.fromN("7"))));
    assertThat(item.get("shape"))
        .isEqualTo(
            AttributeValue.fromM(
                Map.of("TYPE", AttributeValue.fromS("Circle"), "r", AttributeValue.fromN("0.1"))));
    assertThat(item.get("SK"))
        .isEqualTo(AttributeValue.fromS("999999994599.499999999#12:00:00.000000000"));
    assertThat(item.get("byTookSK")).isEqualTo(AttributeValue.fromN("5400.5"));
    assertThat(item.get("byTimeSK")).isEqualTo(AttributeValue.fromS("12:00:00.000000000"));
  }

  @Test
  void ranges_of_durations_and_times_of_day_select_by_value() {
    for (int minutes : List.of(5, 50, 500)) {
      samples.save(sample(Duration.ofMinutes(minutes), NOON.plusMinutes(minutes), new Point()));
    }
    assertThat(samples.longest("s", MAY, Range.closed(ofMinutes(5), ofMinutes(50))))
        .extracting(Sample::took)
        .containsExactly(ofMinutes(50), ofMinutes(5));
    assertThat(samples.took(MAY, Range.atLeast(ofMinutes(6))))
        .extracting(Sample::took)
        .containsExactly(ofMinutes(50), ofMinutes(500));
    assertThat(samples.between(MAY, Range.closedOpen(NOON, NOON.plusMinutes(50))))
        .extracting(Sample::at)
        .containsExactly(NOON.plusMinutes(5));
  }

  @Test
  void filters_compare_durations_moments_and_the_record_of_a_sealed_interface() {
    samples.save(sample(ofMinutes(5), NOON, new Circle(1)));
    samples.save(sample(ofMinutes(50), NOON, new Circle(1)));
    samples.save(sample(ofMinutes(50), NOON.plusHours(1), new Point()));
    ZonedDateTime later = SEEN.plusSeconds(1).withZoneSameInstant(ZoneId.of("America/New_York"));
    assertThat(samples.filtered("s", MAY, ofMinutes(5), later, "Circle"))
        .extracting(Sample::took)
        .containsExactly(ofMinutes(50));
    assertThat(samples.filtered("s", MAY, ofMinutes(5), SEEN, "Circle")).isEmpty();
  }

  @Test
  void updates_change_sealed_interfaces_and_maps_keyed_by_an_enum() {
    Sample sample = sample(ofMinutes(5), NOON, new Circle(1));
    samples.save(sample);
    Sample changed =
        samples.change(
            "s", MAY, ofMinutes(5), NOON, new Point(), 0.25f, Map.of(Level.LOW, 3), Level.HIGH);
    assertThat(changed.shape()).isEqualTo(new Point());
    assertThat(changed.weight()).isEqualTo(1.75f);
    assertThat(changed.counts()).containsExactly(Map.entry(Level.LOW, 3), Map.entry(Level.HIGH, 7));
    assertThat(changed.shapes()).isEmpty();
    samples.raise("s", MAY, ofMinutes(5), NOON, 8);
    assertThat(samples.sample("s", MAY, ofMinutes(5), NOON).orElseThrow().counts())
        .containsEntry(Level.HIGH, 8);
  }

  @Test
  void a_map_of_an_unknown_record_is_unreadable() {
    Map<String, AttributeValue> item =
        new HashMap<>(SampleItem.ENTITY.toItem(sample(ofMinutes(5), NOON, new Point())));
    item.put("shape", AttributeValue.fromM(Map.of("TYPE", AttributeValue.fromS("Cube"))));
    assertThatThrownBy(() -> SampleItem.ENTITY.fromItem(item))
        .isInstanceOf(ItemUnreadable.class)
        .hasStackTraceContaining("the TYPE Cube is not known");
    item.put("shape", AttributeValue.fromM(Map.of()));
    assertThatThrownBy(() -> SampleItem.ENTITY.fromItem(item))
        .hasStackTraceContaining("the map has no string TYPE");
  }

  @Test
  void a_key_refuses_a_negative_duration() {
    Sample sample = sample(Duration.ofNanos(-1), NOON, new Point());
    assertThatThrownBy(() -> samples.save(sample))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a key cannot hold the negative duration");
  }

  @Test
  void the_schema_names_the_types() {
    assertThat(SampleQueriesTable.schema().entity("Sample").orElseThrow().attributes())
        .extracting(AttributeSchema::name, AttributeSchema::type, AttributeSchema::javaType)
        .contains(
            org.assertj.core.groups.Tuple.tuple("took", "N", "java.time.Duration"),
            org.assertj.core.groups.Tuple.tuple("month", "S", "java.time.YearMonth"),
            org.assertj.core.groups.Tuple.tuple("shape", "M", "dev.gramme.toolkit.types.Shape"),
            org.assertj.core.groups.Tuple.tuple("weight", "N", "float"));
  }

  private static Duration ofMinutes(int minutes) {
    return Duration.ofMinutes(minutes);
  }

  private static Sample sample(Duration took, LocalTime at, Shape shape) {
    return new Sample(
        "s",
        MAY,
        took,
        at,
        Optional.of(SEEN),
        1.5f,
        Optional.empty(),
        0.1,
        Map.of(Level.HIGH, 7),
        Map.of(Level.HIGH, shape),
        shape,
        Optional.empty(),
        List.of(),
        Set.of(),
        Set.of());
  }

  private static Sample random(SplittableRandom random) {
    var counts = new HashMap<Level, Integer>();
    var shapes = new HashMap<Level, Shape>();
    for (Level level : Level.values()) {
      if (random.nextBoolean()) {
        counts.put(level, random.nextInt());
        shapes.put(level, shape(random));
      }
    }
    return new Sample(
        "s" + random.nextInt(3),
        YearMonth.of(random.nextInt(10_000), 1 + random.nextInt(12)),
        duration(random),
        time(random),
        random.nextBoolean() ? Optional.empty() : Optional.of(seen(random)),
        (float) random.nextGaussian(),
        random.nextBoolean() ? Optional.empty() : Optional.of((float) random.nextInt()),
        random.nextGaussian(),
        counts,
        shapes,
        shape(random),
        random.nextBoolean() ? Optional.empty() : Optional.of(shape(random)),
        IntStream.range(0, random.nextInt(3)).mapToObj(i -> shape(random)).toList(),
        new HashSet<>(List.of(time(random), time(random))),
        new HashSet<>(List.of(duration(random), duration(random).negated())));
  }

  private static Shape shape(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> new Circle((float) random.nextDouble());
      case 1 ->
          new Rectangle(
              random.nextDouble(),
              random.nextLong(),
              random.nextBoolean() ? Optional.empty() : Optional.of(duration(random).negated()));
      default -> new Point();
    };
  }

  private static Duration duration(SplittableRandom random) {
    return Duration.ofSeconds(
        random.nextLong(1_000_000_000_000L) >> random.nextInt(40),
        random.nextBoolean() ? 0 : random.nextInt(1_000_000_000));
  }

  private static LocalTime time(SplittableRandom random) {
    return LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L));
  }

  private static ZonedDateTime seen(SplittableRandom random) {
    return java.time.Instant.ofEpochSecond(
            random.nextLong(-62_167_219_200L, 253_402_300_800L), random.nextInt(1_000_000_000))
        .atZone(ZONES.get(random.nextInt(ZONES.size())));
  }
}
