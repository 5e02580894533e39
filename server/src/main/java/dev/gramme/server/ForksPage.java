package dev.gramme.server;

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

/**
 * The forks of the databases. GET lists the forks, and the reason if this server cannot fork. POST
 * with {@code {"name":"fork-1","of":"us-east-1"}} creates a fork, and DELETE with {@code
 * ?name=fork-1} removes one.
 */
final class ForksPage implements Page {
  private static final Member<String> NAME = Member.optional("name", Shape.string());
  private static final Member<String> OF = Member.optional("of", Shape.string());
  private static final StructureShape INPUT = StructureShape.of("Fork", NAME, OF);
  private static final String NAME_PARAMETER = "name=";

  private final RegionalDatabases databases;

  ForksPage(RegionalDatabases databases) {
    this.databases = databases;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    try {
      return switch (request.method()) {
        case "GET" -> shown();
        case "POST" -> {
          var input = RequestDecoder.decode(request.body(), 0, request.body().length, INPUT);
          databases.fork(input.getOrDefault(OF, ""), input.getOrDefault(NAME, ""));
          yield shown();
        }
        case "DELETE" -> {
          String query = request.query();
          databases.removeFork(
              query.startsWith(NAME_PARAMETER) ? query.substring(NAME_PARAMETER.length()) : "");
          yield shown();
        }
        default -> text(405, "GET, POST or DELETE was expected").with("Allow", "GET, POST, DELETE");
      };
    } catch (ApiError e) {
      return text(400, e.text().orElse("the body is not JSON with a name"));
    } catch (IllegalArgumentException e) {
      return text(400, String.valueOf(e.getMessage()));
    }
  }

  private HttpResponse shown() {
    var out = new JsonWriter().beginObject();
    databases.forkObstacle().ifPresent(reason -> out.name("Obstacle").string(reason));
    out.name("Forks").beginArray();
    databases
        .forks()
        .forEach((name, region) -> {
          out.beginObject();
          out.name("Name").string(name);
          out.name("Of").string(region);
          out.endObject();
        });
    return new HttpResponse(200, "application/json", out.endArray().endObject().toByteArray());
  }

  private static HttpResponse text(int status, String line) {
    return new HttpResponse(status, "text/plain", (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
