package dev.gramme.conformance.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.api.table.VectorIndexShapes;
import dev.gramme.conformance.support.Json;
import dev.gramme.engine.Engine;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.wire.Member;
import dev.gramme.wire.StructureShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests have the members that the service's published model gives them. */
class PublishedModelTest {
  private static final String FILE = "/META-INF/smithy/2012-08-10/dynamodb-2012-08-10.json";
  private static final String PREFIX = "com.amazonaws.dynamodb#";

  private final Map<String, @Nullable Object> model = model();

  private static Map<String, @Nullable Object> model() {
    try (var in = PublishedModelTest.class.getResourceAsStream(FILE)) {
      assertThat(in).as(FILE).isNotNull();
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Json.members(Json.member(Json.object(text), "shapes"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void every_request_has_the_members_of_the_model() {
    var differing = new ArrayList<String>();
    for (StructureShape input : inputs()) {
      if (model.containsKey(PREFIX + input.name())) {
        compare(input, differing);
      }
    }
    assertThat(differing).isEmpty();
  }

  @Test
  void so_have_the_structures_of_vector_indexes() {
    var differing = new ArrayList<String>();
    for (StructureShape structure :
        List.of(
            VectorIndexShapes.VectorIndexShape.SHAPE,
            VectorIndexShapes.VectorAttributeShape.SHAPE,
            VectorIndexShapes.SearchSchemaElement.SHAPE,
            VectorIndexShapes.UpdateShape.SHAPE,
            VectorIndexShapes.DeleteShape.SHAPE)) {
      compare(structure, differing);
    }
    assertThat(differing).isEmpty();
  }

  private void compare(StructureShape shape, List<String> differing) {
    var type = Json.members(Json.member(model, PREFIX + shape.name()));
    var expected = Json.members(Json.member(type, "members")).keySet();
    var actual = shape.members().stream().map(Member::name).toList();
    expected.stream()
        .filter(member -> !actual.contains(member))
        .forEach(member -> differing.add(shape.name() + " lacks " + member));
    actual.stream()
        .filter(member -> !expected.contains(member))
        .forEach(member -> differing.add(shape.name() + " has " + member));
  }

  private static List<StructureShape> inputs() {
    try (var store = new MemoryStore();
        var engine =
            Engine.open(store, InstantSource.system(), Runnable::run, Engine.Options.DEFAULT)) {
      return new Operations(engine, UUID::randomUUID).all().stream().map(Operation::input).toList();
    }
  }
}
