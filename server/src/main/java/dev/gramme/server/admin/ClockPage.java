package dev.gramme.server.admin;

import dev.gramme.engine.Engine;
import dev.gramme.model.ApiError;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.format.DateTimeParseException;

/**
 * The database's clock. GET shows it. POST of {@code {"advance":"PT24H"}} advances it and answers
 * when all work that is due by then is done: expired items are deleted, streams are trimmed, old
 * iterators and tokens are invalid.
 */
public final class ClockPage implements Page {
  private static final Member<String> ADVANCE = Member.optional("advance", Shape.string());
  private static final StructureShape INPUT = StructureShape.of("Clock", ADVANCE);
  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain";

  private final Engine engine;
  private final boolean movable;

  /**
   * @param movable whether the clock may be advanced
   */
  public ClockPage(Engine engine, boolean movable) {
    this.engine = engine;
    this.movable = movable;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    if (request.method().equals("GET")) {
      return shown();
    }
    if (request.fields().first("Origin") != null) {
      return text(403, "The clock cannot be moved from a browser.");
    }
    if (!movable) {
      return text(403, "The clock cannot be moved here: start with --movable-clock to allow it.");
    }
    Duration by;
    try {
      var input = RequestDecoder.decode(request.body(), 0, request.body().length, INPUT);
      by = Duration.parse(input.getOrDefault(ADVANCE, ""));
    } catch (ApiError | DateTimeParseException e) {
      return text(400, "Expected a duration to advance by, such as {\"advance\":\"PT24H\"}.");
    }
    try {
      engine.advance(by);
    } catch (IllegalArgumentException e) {
      return text(400, "The clock can only be advanced, by at most a hundred years in total.");
    }
    return shown();
  }

  private HttpResponse shown() {
    var clock = engine.clock();
    var json = new JsonWriter().beginObject();
    json.name("now").string(clock.instant().toString());
    json.name("ahead").string(clock.ahead().toString());
    return new HttpResponse(200, JSON, json.endObject().toByteArray());
  }

  private static HttpResponse text(int status, String line) {
    return new HttpResponse(status, TEXT, (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
