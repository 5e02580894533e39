package dev.gramme.toolkit.types;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import java.time.Duration;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An item with times in its keys, and with sealed interfaces and maps keyed by an enum. */
@Entity(pk = "SAMPLE#{id}#{month}", sk = "{took:desc}#{at}")
@Gsi(name = "byTook", pk = "{month}", sk = "{took}")
@Gsi(name = "byTime", pk = "{month}", sk = "{at}")
public record Sample(
    String id,
    YearMonth month,
    Duration took,
    LocalTime at,
    Optional<ZonedDateTime> seen,
    float weight,
    Optional<Float> share,
    double exact,
    Map<Level, Integer> counts,
    Map<Level, Shape> shapes,
    Shape shape,
    Optional<Shape> previous,
    List<Shape> history,
    Set<LocalTime> alarms,
    Set<Duration> pauses) {}
