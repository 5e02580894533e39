package dev.gramme.spring;

import dev.gramme.embedded.ReplaceableDatabase;
import dev.gramme.embedded.RequestListener;
import dev.gramme.embedded.ThroughputStatistics;
import dev.gramme.model.ErrorType;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * The metrics of the database in process, in Micrometer's registry. In Prometheus' format they have
 * the names of the server's metrics. The requests of {@link GrammeInitializer}s are not counted.
 *
 * <p>The registry is looked up when all beans exist. Spring Boot has then applied its filters and
 * customizers to it, and the database, which needs this bean, does not depend on the registry.
 */
final class GrammeMetrics implements RequestListener, SmartInitializingSingleton {
  private final ObjectProvider<MeterRegistry> registries;
  private final ObjectProvider<ReplaceableDatabase> databases;
  private final Set<Resource> counted = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Bound bound;

  /** The registry and the database whose metrics it has. */
  private record Bound(
      MeterRegistry registry, MeterProvider<Timer> requests, ReplaceableDatabase database) {}

  /**
   * @param index empty for the table itself
   */
  private record Resource(String table, String index) {
    static Resource of(ThroughputStatistics statistics) {
      return new Resource(statistics.table(), statistics.index() == null ? "" : statistics.index());
    }
  }

  GrammeMetrics(
      ObjectProvider<MeterRegistry> registries, ObjectProvider<ReplaceableDatabase> databases) {
    this.registries = registries;
    this.databases = databases;
  }

  @Override
  public void afterSingletonsInstantiated() {
    MeterRegistry registry = registries.getIfUnique();
    ReplaceableDatabase database = databases.getIfAvailable();
    if (registry != null && database != null) {
      var requests =
          Timer.builder("gramme.request.duration")
              .description("Time from a request's last byte to its response.")
              .withRegistry(registry);
      bound = new Bound(registry, requests, database);
    }
  }

  @Override
  public void answered(String operation, int status, @Nullable ErrorType error, long nanos) {
    var target = bound;
    if (target == null) {
      return;
    }
    target
        .requests()
        .withTags(
            "operation",
            operation,
            "status",
            Integer.toString(status),
            "error",
            error == null ? "none" : error.shape())
        .record(nanos, TimeUnit.NANOSECONDS);
    for (ThroughputStatistics statistics : target.database().current().throughput()) {
      var resource = Resource.of(statistics);
      if (counted.add(resource)) {
        count(target, resource);
      }
    }
  }

  private static void count(Bound target, Resource resource) {
    counter(
        target,
        resource,
        "gramme.consumed.read.capacity.units",
        "Read units that were used.",
        ThroughputStatistics::consumedReadUnits);
    counter(
        target,
        resource,
        "gramme.consumed.write.capacity.units",
        "Write units that were used.",
        ThroughputStatistics::consumedWriteUnits);
    counter(
        target,
        resource,
        "gramme.read.throttle.events",
        "Throttled reads, counted per item.",
        ThroughputStatistics::readThrottleEvents);
    counter(
        target,
        resource,
        "gramme.write.throttle.events",
        "Throttled writes, counted per item.",
        ThroughputStatistics::writeThrottleEvents);
  }

  private static void counter(
      Bound target,
      Resource resource,
      String name,
      String description,
      ToDoubleFunction<ThroughputStatistics> value) {
    FunctionCounter.builder(name, target.database(), database -> total(database, resource, value))
        .description(description)
        .tags("table", resource.table(), "index", resource.index())
        .register(target.registry());
  }

  private static double total(
      ReplaceableDatabase database,
      Resource resource,
      ToDoubleFunction<ThroughputStatistics> value) {
    return database.current().throughput().stream()
        .filter(statistics -> Resource.of(statistics).equals(resource))
        .mapToDouble(value)
        .sum();
  }
}
