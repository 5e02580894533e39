package dev.gramme.server.admin;

import dev.gramme.functions.FunctionStatus;
import dev.gramme.functions.Functions;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import dev.gramme.wire.JsonWriter;
import java.nio.charset.StandardCharsets;

/**
 * The functions that run on streams. GET lists them, or shows the one that the path names. PUT
 * binds the mapping in the body under the name in the path, DELETE removes a function. A mapping
 * makes the server call addresses and write files, so changes need the setting {@code functions}
 * and are never accepted from a browser.
 */
public final class FunctionsPage implements Page {
  private static final String PATH = "/functions";
  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain";

  private final Functions functions;
  private final boolean changeable;

  /**
   * @param changeable whether functions may be bound and removed
   */
  public FunctionsPage(Functions functions, boolean changeable) {
    this.functions = functions;
    this.changeable = changeable;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    String path = request.path();
    // The console has the list at another path.
    String name = path.startsWith(PATH + "/") ? path.substring(PATH.length() + 1) : "";
    if (request.method().equals("GET")) {
      return name.isEmpty() ? list() : shown(name);
    }
    if (!changeable) {
      return text(
          403,
          "Functions cannot be changed here: start the server with --functions to allow changes.");
    }
    if (request.fields().first("Origin") != null) {
      return text(403, "Functions cannot be changed from a browser.");
    }
    try {
      return change(request, name);
    } catch (ApiError e) {
      boolean unknown = e.type() == ErrorType.RESOURCE_NOT_FOUND;
      return text(unknown ? 404 : 400, String.valueOf(e.getMessage()));
    }
  }

  private HttpResponse change(HttpRequest request, String name) {
    return switch (request.method()) {
      case "PUT" -> {
        functions.bind(name, request.body());
        yield shown(name);
      }
      case "DELETE" -> {
        functions.remove(name);
        yield text(200, "removed");
      }
      default -> text(405, "Only GET, PUT and DELETE are supported.");
    };
  }

  private HttpResponse list() {
    var json = new JsonWriter().beginObject().name("Functions").beginArray();
    functions.list().forEach(function -> function.write(json));
    return new HttpResponse(200, JSON, json.endArray().endObject().toByteArray());
  }

  private HttpResponse shown(String name) {
    FunctionStatus status = functions.find(name).orElse(null);
    if (status == null) {
      return text(404, "There is no function " + name);
    }
    var json = new JsonWriter();
    status.write(json);
    return new HttpResponse(200, JSON, json.toByteArray());
  }

  private static HttpResponse text(int status, String line) {
    return new HttpResponse(status, TEXT, (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
