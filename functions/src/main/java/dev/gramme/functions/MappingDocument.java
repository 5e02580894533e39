package dev.gramme.functions;

import dev.gramme.functions.FunctionMapping.StartingPosition;
import dev.gramme.model.ApiError;
import dev.gramme.model.Wording;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.JsonObject;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * The JSON form of a mapping, with the member names of Lambda's {@code CreateEventSourceMapping}
 * and an {@code Endpoint} instead of a function name. Requests, responses and the stored rows use
 * it.
 */
final class MappingDocument {
  private static final int FIVE_MINUTES = 300;
  private static final int FIFTEEN_MINUTES = 900;
  private static final int SEVEN_DAYS = 604_800;
  private static final int LEAST_AGE = 60;
  private static final int NO_LIMIT = -1;

  private static final Member<String> STREAM =
      Member.required("EventSourceArn", Shape.string().length(37, 1024));
  private static final Member<String> START =
      Member.required("StartingPosition", Shape.string().oneOf("TRIM_HORIZON", "LATEST"));
  private static final Member<Integer> BATCH =
      Member.optional("BatchSize", Shape.integer().range(1, 10_000));
  private static final Member<Integer> WINDOW =
      Member.optional("MaximumBatchingWindowInSeconds", Shape.integer().range(0, FIVE_MINUTES));
  private static final Member<Integer> PARALLEL =
      Member.optional("ParallelizationFactor", Shape.integer().range(1, 10));
  private static final Member<Integer> RETRIES =
      Member.optional("MaximumRetryAttempts", Shape.integer().range(NO_LIMIT, 10_000));
  private static final Member<Integer> AGE =
      Member.optional("MaximumRecordAgeInSeconds", Shape.integer().range(NO_LIMIT, SEVEN_DAYS));
  private static final Member<Boolean> BISECT =
      Member.optional("BisectBatchOnFunctionError", Shape.bool());
  private static final Member<Integer> TUMBLING =
      Member.optional("TumblingWindowInSeconds", Shape.integer().range(0, FIFTEEN_MINUTES));
  private static final Member<List<String>> ANSWERS =
      Member.optional(
          "FunctionResponseTypes", Shape.list(Shape.string().oneOf("ReportBatchItemFailures")));
  private static final Member<String> DESTINATION =
      Member.required("Destination", Shape.string().length(1, 1024));
  private static final Member<Structure> ON_FAILURE =
      Member.optional("OnFailure", StructureShape.of("OnFailure", DESTINATION));
  private static final Member<Structure> DESTINATIONS =
      Member.optional("DestinationConfig", StructureShape.of("DestinationConfig", ON_FAILURE));
  private static final Member<String> PATTERN =
      Member.required("Pattern", Shape.string().length(1, 4096));
  private static final Member<List<Structure>> FILTERS =
      Member.optional("Filters", Shape.list(StructureShape.of("Filter", PATTERN)));
  private static final Member<Structure> CRITERIA =
      Member.optional("FilterCriteria", StructureShape.of("FilterCriteria", FILTERS));
  private static final Member<String> ENDPOINT =
      Member.optional("Endpoint", Shape.string().length(1, 1024));

  private static final StructureShape SHAPE =
      StructureShape.of(
          "EventSourceMapping",
          STREAM,
          START,
          BATCH,
          WINDOW,
          PARALLEL,
          RETRIES,
          AGE,
          BISECT,
          TUMBLING,
          ANSWERS,
          DESTINATIONS,
          CRITERIA,
          ENDPOINT);

  private MappingDocument() {}

  /**
   * Parses a mapping.
   *
   * @throws ApiError if it is invalid or has unknown members
   */
  static FunctionMapping read(byte[] json) {
    var names = new JsonObject(json).names();
    for (Member<?> member : SHAPE.members()) {
      names.remove(member.name());
    }
    if (!names.isEmpty()) {
      throw ApiError.validation("Unknown parameters: " + names);
    }
    var in = RequestDecoder.decode(json, 0, json.length, SHAPE);
    Constraints.check(in, Wording.CLASSIC);
    var mapping =
        FunctionMapping.of(in.require(STREAM), StartingPosition.valueOf(in.require(START)))
            .batchSize(in.getOrDefault(BATCH, 100))
            .batchingWindow(Duration.ofSeconds(in.getOrDefault(WINDOW, 0)))
            .parallelization(in.getOrDefault(PARALLEL, 1))
            .retryAttempts(in.getOrDefault(RETRIES, NO_LIMIT))
            .bisect(in.getOrDefault(BISECT, false))
            .reportItemFailures(!in.getOrDefault(ANSWERS, List.of()).isEmpty())
            .tumblingWindow(Duration.ofSeconds(in.getOrDefault(TUMBLING, 0)));
    int age = in.getOrDefault(AGE, NO_LIMIT);
    if (age != NO_LIMIT && age < LEAST_AGE) {
      throw ApiError.validation("MaximumRecordAgeInSeconds is -1 or from 60 to 604800");
    }
    if (age != NO_LIMIT) {
      mapping.maximumRecordAge(Duration.ofSeconds(age));
    }
    readPlaces(in, mapping);
    return mapping.build();
  }

  private static void readPlaces(Structure in, FunctionMapping.Builder mapping) {
    var destinations = in.get(DESTINATIONS);
    var onFailure = destinations == null ? null : destinations.get(ON_FAILURE);
    if (onFailure != null) {
      mapping.onFailure(onFailure.require(DESTINATION));
    }
    var criteria = in.get(CRITERIA);
    if (criteria != null) {
      mapping.filters(
          criteria.getOrDefault(FILTERS, List.of()).stream()
              .map(filter -> filter.require(PATTERN))
              .toList());
    }
    String endpoint = in.get(ENDPOINT);
    if (endpoint != null) {
      mapping.endpoint(address(endpoint));
    }
  }

  private static URI address(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw ApiError.validation("Endpoint is not an address: " + text);
    }
  }

  /** Writes the members of a mapping. */
  static void write(JsonWriter out, FunctionMapping mapping) {
    out.name(STREAM.name()).string(mapping.streamArn());
    out.name(START.name()).string(mapping.startingPosition().name());
    out.name(BATCH.name()).number(mapping.batchSize());
    out.name(WINDOW.name()).number(mapping.batchingWindow().toSeconds());
    out.name(PARALLEL.name()).number(mapping.parallelization());
    out.name(RETRIES.name()).number(mapping.retryAttempts());
    var age = mapping.maximumRecordAge();
    out.name(AGE.name()).number(age == null ? NO_LIMIT : age.toSeconds());
    out.name(BISECT.name()).bool(mapping.bisect());
    out.name(TUMBLING.name()).number(mapping.tumblingWindow().toSeconds());
    if (mapping.reportItemFailures()) {
      out.name(ANSWERS.name()).beginArray().string("ReportBatchItemFailures").endArray();
    }
    var onFailure = mapping.onFailure();
    if (onFailure != null) {
      out.name(DESTINATIONS.name()).beginObject().name(ON_FAILURE.name()).beginObject();
      out.name(DESTINATION.name()).string(onFailure).endObject().endObject();
    }
    if (!mapping.filters().isEmpty()) {
      out.name(CRITERIA.name()).beginObject().name(FILTERS.name()).beginArray();
      for (String pattern : mapping.filters()) {
        out.beginObject().name(PATTERN.name()).string(pattern).endObject();
      }
      out.endArray().endObject();
    }
    var endpoint = mapping.endpoint();
    if (endpoint != null) {
      out.name(ENDPOINT.name()).string(endpoint.toString());
    }
  }

  /** The stored form of a mapping. */
  static byte[] write(FunctionMapping mapping) {
    var out = new JsonWriter().beginObject();
    write(out, mapping);
    return out.endObject().toByteArray();
  }
}
