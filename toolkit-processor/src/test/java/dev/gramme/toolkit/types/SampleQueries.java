package dev.gramme.toolkit.types;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Path;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.PutEntries;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.RemoveEntries;
import dev.gramme.toolkit.Update;
import java.time.Duration;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The access patterns of samples. */
@AccessPatterns(table = "samples")
public interface SampleQueries {
  @Put
  void save(Sample sample);

  @Get
  Optional<Sample> sample(String id, YearMonth month, Duration took, LocalTime at);

  @Query
  List<Sample> longest(String id, YearMonth month, Range<Duration> took);

  @Query(index = "byTook")
  List<Sample> took(YearMonth month, Range<Duration> took);

  @Query(index = "byTime")
  List<Sample> between(YearMonth month, Range<LocalTime> at);

  @Query(filter = "took > :least AND seen < :until AND shape.TYPE = :kind")
  List<Sample> filtered(
      String id, YearMonth month, Duration least, ZonedDateTime until, String kind);

  @Update
  Sample change(
      String id,
      YearMonth month,
      Duration took,
      LocalTime at,
      Shape shape,
      @Add float weight,
      @PutEntries("counts") Map<Level, Integer> more,
      @RemoveEntries("shapes") Level without);

  @Update(Sample.class)
  void raise(
      String id, YearMonth month, Duration took, LocalTime at, @Path("counts.HIGH") int high);
}
