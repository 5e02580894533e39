package dev.gramme.server.admin;

import dev.gramme.engine.Engine;
import dev.gramme.engine.throttle.PartitionHeat;
import dev.gramme.engine.throttle.ResourceHeat;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import dev.gramme.wire.JsonWriter;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The physical partitions of the most used tables and indexes by their ranges of hashes, with the
 * units and refusals of each minute of the last hour, and the throttles by cause, as JSON. Only a
 * server that limits throughput counts partitions. POST returns the partitions that a read touches
 * ({@link ReadPartitions}).
 */
public final class PartitionsPage implements Page {
  private static final int MOST_RESOURCES = 10;
  private static final int MOST_PARTITIONS = 64;
  private static final double TENTHS = 10;

  private final Engine engine;

  public PartitionsPage(Engine engine) {
    this.engine = engine;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    if (request.method().equals("POST")) {
      return new ReadPartitions(engine).answer(request);
    }
    Optional<List<ResourceHeat>> heat = engine.heat(MOST_RESOURCES, MOST_PARTITIONS);
    var out = new JsonWriter().beginObject();
    out.name("Throttling").bool(heat.isPresent());
    out.name("Resources").beginArray();
    heat.orElse(List.of()).forEach(resource -> write(out, resource));
    return new HttpResponse(200, "application/json", out.endArray().endObject().toByteArray());
  }

  private static void write(JsonWriter out, ResourceHeat resource) {
    out.beginObject();
    out.name("TableName").string(resource.table());
    String index = resource.index();
    if (index != null) {
      out.name("IndexName").string(index);
    }
    out.name("PartitionCount").number(resource.partitions());
    out.name("Throttles").beginObject();
    new TreeMap<>(resource.throttles()).forEach((reason, count) -> out.name(reason).number(count));
    out.endObject();
    out.name("OtherPartitions").number(resource.others());
    out.name("Partitions").beginArray();
    resource.ranges().forEach(range -> write(out, range));
    out.endArray().endObject();
  }

  private static void write(JsonWriter out, PartitionHeat range) {
    out.beginObject();
    out.name("FirstHash").string(HexFormat.of().toHexDigits(range.firstHash()));
    out.name("LastHash").string(HexFormat.of().toHexDigits(range.lastHash()));
    if (range.isSplit()) {
      out.name("IsSplit").bool(true);
    }
    out.name("Minutes").beginArray();
    for (PartitionHeat.Minute minute : range.minutes()) {
      out.beginObject();
      out.name("MinutesAgo").number(minute.minutesAgo());
      out.name("ReadUnits").number(rounded(minute.readUnits()));
      out.name("WriteUnits").number(rounded(minute.writeUnits()));
      out.name("Throttled").number(minute.refusals());
      out.endObject();
    }
    out.endArray().endObject();
  }

  private static double rounded(double units) {
    return Math.round(units * TENTHS) / TENTHS;
  }
}
