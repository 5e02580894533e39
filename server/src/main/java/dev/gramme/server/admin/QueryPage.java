package dev.gramme.server.admin;

import dev.gramme.engine.Engine;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What pages have in common whose POST of a JSON object reads something. */
final class QueryPage {
  /** More than any key needs, also with escapes. */
  private static final int MOST_BYTES = 64 << 10;

  private QueryPage() {}

  /**
   * Answers a POST with JSON. An error of the service becomes 404 if the table is unknown, and 400
   * otherwise.
   *
   * @param work returns the JSON of the answer
   */
  static HttpResponse answer(
      HttpRequest request, StructureShape shape, Function<Structure, byte[]> work) {
    if (!request.method().equals("POST")) {
      return text(405, "POST was expected").with("Allow", "POST");
    }
    if (request.body().length > MOST_BYTES) {
      return text(413, "the body has more than " + MOST_BYTES + " bytes");
    }
    try {
      var input = RequestDecoder.decode(request.body(), 0, request.body().length, shape);
      return new HttpResponse(200, "application/json", work.apply(input));
    } catch (ApiError e) {
      boolean isUnknown = e.type() == ErrorType.RESOURCE_NOT_FOUND;
      return text(isUnknown ? 404 : 400, e.text().orElse("the body is not a JSON object"));
    }
  }

  /**
   * The table with a name.
   *
   * @throws ApiError a ResourceNotFoundException if there is none
   */
  static TableDefinition table(Engine engine, @Nullable String name) {
    if (name == null) {
      throw ApiError.validation("TableName is missing");
    }
    return engine
        .definition(name, false)
        .filter(table -> table.status() != TableDefinition.Status.CREATING)
        .orElseThrow(
            () -> ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found"));
  }

  private static HttpResponse text(int status, String line) {
    return new HttpResponse(status, "text/plain", (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
