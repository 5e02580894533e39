package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1CronJob;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The manifests have only fields of the API of Kubernetes, of the right types. The client's classes
 * are generated from the API's schema and check this.
 */
class KubernetesTest {
  private static final Path FOLDER = Path.of("..", "deploy", "kubernetes");
  private static final Gson GSON = new Gson();

  private static List<JsonObject> objects(String file) throws IOException {
    var options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    var objects = new ArrayList<JsonObject>();
    for (Object object :
        new Yaml(new SafeConstructor(options)).loadAll(Files.readString(FOLDER.resolve(file)))) {
      objects.add(GSON.toJsonTree(object).getAsJsonObject());
    }
    return objects;
  }

  private static void validate(JsonObject object) throws IOException {
    String type = text(object, "apiVersion") + " " + text(object, "kind");
    switch (type) {
      case "v1 Service" -> V1Service.validateJsonElement(object);
      case "v1 ServiceAccount" -> V1ServiceAccount.validateJsonElement(object);
      case "v1 PersistentVolumeClaim" -> V1PersistentVolumeClaim.validateJsonElement(object);
      case "apps/v1 StatefulSet" -> V1StatefulSet.validateJsonElement(object);
      case "batch/v1 CronJob" -> V1CronJob.validateJsonElement(object);
      case "networking.k8s.io/v1 NetworkPolicy" -> V1NetworkPolicy.validateJsonElement(object);
      default -> throw new AssertionError("no schema for " + type);
    }
  }

  private static String text(JsonObject object, String name) {
    return object.get(name).getAsString();
  }

  private static JsonElement at(JsonElement object, String... path) {
    JsonElement element = object;
    for (String name : path) {
      element =
          name.matches("[0-9]+")
              ? element.getAsJsonArray().get(Integer.parseInt(name))
              : element.getAsJsonObject().get(name);
      assertThat(element).as(name).isNotNull();
    }
    return element;
  }

  private static JsonObject only(String file, String kind) throws IOException {
    return objects(file).stream()
        .filter(object -> text(object, "kind").equals(kind))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gramme.yaml", "backup.yaml"})
  void every_object_has_the_fields_of_its_schema(String file) throws IOException {
    var objects = objects(file);
    assertThat(objects).isNotEmpty();
    for (JsonObject object : objects) {
      validate(object);
    }
  }

  @Test
  void an_unknown_field_is_found_at_any_depth() throws IOException {
    var set = only("gramme.yaml", "StatefulSet");
    at(set, "spec", "template", "spec", "containers", "0")
        .getAsJsonObject()
        .addProperty("readynessProbe", "");

    assertThatThrownBy(() -> validate(set)).hasMessageContaining("readynessProbe");
  }

  @Test
  void all_containers_run_without_root_and_with_a_read_only_file_system() throws IOException {
    var pods =
        List.of(
            at(only("gramme.yaml", "StatefulSet"), "spec", "template", "spec"),
            at(only("backup.yaml", "CronJob"), "spec", "jobTemplate", "spec", "template", "spec"));
    for (JsonElement pod : pods) {
      assertThat(at(pod, "securityContext", "runAsNonRoot").getAsBoolean()).isTrue();
      var container = at(pod, "containers", "0", "securityContext");
      assertThat(at(container, "readOnlyRootFilesystem").getAsBoolean()).isTrue();
      assertThat(at(container, "allowPrivilegeEscalation").getAsBoolean()).isFalse();
      assertThat(at(container, "capabilities", "drop", "0").getAsString()).isEqualTo("ALL");
    }
  }

  @Test
  void the_job_backs_up_the_volume_of_the_server() throws IOException {
    var set = only("gramme.yaml", "StatefulSet");
    var pod = at(only("backup.yaml", "CronJob"), "spec", "jobTemplate", "spec", "template", "spec");
    String server = at(set, "metadata", "name").getAsString();
    String volume = at(set, "spec", "volumeClaimTemplates", "0", "metadata", "name").getAsString();

    assertThat(at(pod, "volumes", "0", "persistentVolumeClaim", "claimName").getAsString())
        .isEqualTo("%s-%s-0".formatted(volume, server));
    assertThat(GSON.toJson(at(pod, "containers", "0", "args")))
        .contains(
            "http://%s-0.%s:18000".formatted(server, at(set, "spec", "serviceName").getAsString()));
    assertThat(at(pod, "containers", "0", "image"))
        .isEqualTo(at(set, "spec", "template", "spec", "containers", "0", "image"));
  }

  @Test
  void the_image_is_that_of_the_version_that_is_built() throws IOException {
    assertThat(
            at(
                    only("gramme.yaml", "StatefulSet"),
                    "spec",
                    "template",
                    "spec",
                    "containers",
                    "0",
                    "image")
                .getAsString())
        .isEqualTo("gramme:" + Release.version());
  }
}
