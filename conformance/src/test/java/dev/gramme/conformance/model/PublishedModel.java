package dev.gramme.conformance.model;

import dev.gramme.conformance.support.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The model of the API that AWS publishes, in Smithy's JSON form. */
final class PublishedModel {
  private static final String FILE = "/META-INF/smithy/2012-08-10/dynamodb-2012-08-10.json";
  private static final String NAMESPACE = "com.amazonaws.dynamodb#";

  private final Map<String, @Nullable Object> shapes;

  private PublishedModel(Map<String, @Nullable Object> shapes) {
    this.shapes = shapes;
  }

  static PublishedModel read() {
    try (var in = PublishedModel.class.getResourceAsStream(FILE)) {
      var bytes = Objects.requireNonNull(in, FILE).readAllBytes();
      var model = Json.object(new String(bytes, StandardCharsets.UTF_8));
      return new PublishedModel(Json.members(Json.member(model, "shapes")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of all operations. */
  List<String> operations() {
    return shapes.entrySet().stream()
        .filter(shape -> type(shape.getKey()).equals("operation"))
        .map(shape -> shape.getKey().substring(NAMESPACE.length()))
        .sorted()
        .toList();
  }

  /** The shape of an operation's input. */
  Target input(String operation) {
    var input = Json.members(Json.member(shape(NAMESPACE + operation), "input"));
    return new Target(input);
  }

  private Map<String, @Nullable Object> shape(String id) {
    return Json.members(Json.member(shapes, id));
  }

  private String type(String id) {
    return (String) Json.member(shape(id), "type");
  }

  /** A reference to a shape, with the traits of both the reference and the shape. */
  final class Target {
    private final String id;
    private final Map<String, @Nullable Object> reference;

    private Target(Map<String, @Nullable Object> reference) {
      this.reference = reference;
      this.id = (String) Json.member(reference, "target");
    }

    String name() {
      return id.substring(id.indexOf('#') + 1);
    }

    /** The kind of shape. Smithy's built-in shapes are named by their type. */
    String type() {
      return id.startsWith(NAMESPACE)
          ? PublishedModel.this.type(id)
          : name().toLowerCase(Locale.ROOT);
    }

    /** The members of a structure or union. */
    Map<String, Target> members() {
      var members = new LinkedHashMap<String, Target>();
      var declared = shape(id).get("members");
      if (declared != null) {
        Json.members(declared)
            .forEach((name, member) ->
                members.put(name, new Target(Json.members(Objects.requireNonNull(member)))));
      }
      return members;
    }

    /** The element shape of a list, or the key or value shape of a map. */
    Target part(String name) {
      return new Target(Json.members(Json.member(shape(id), name)));
    }

    boolean isRequired() {
      return trait(reference, "required") != null;
    }

    /**
     * The members {@code min} and {@code max} of a trait such as {@code length}; null if there is
     * none.
     */
    @Nullable Map<String, @Nullable Object> bounds(String trait) {
      var found = trait(reference, trait);
      if (found == null && id.startsWith(NAMESPACE)) {
        found = trait(shape(id), trait);
      }
      return found == null ? null : Json.members(found);
    }

    /** The regular expression of a string, without its anchors. */
    @Nullable String pattern() {
      var found = id.startsWith(NAMESPACE) ? trait(shape(id), "pattern") : null;
      return found == null ? null : ((String) found).replaceAll("^\\^|\\$$", "");
    }

    /** The values of an enumeration. */
    List<String> values() {
      return type().equals("enum") ? members().keySet().stream().sorted().toList() : List.of();
    }

    private static @Nullable Object trait(Map<String, @Nullable Object> shape, String name) {
      var traits = shape.get("traits");
      return traits == null ? null : Json.members(traits).get("smithy.api#" + name);
    }
  }
}
