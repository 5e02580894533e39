package dev.gramme.quarkus.deployment;

import dev.gramme.embedded.Gramme;
import dev.gramme.quarkus.DevServicesSettings;
import io.quarkus.deployment.IsDevServicesSupportedByLaunchMode;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.DevServicesResultBuildItem;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.dev.devservices.DevServicesConfig;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Starts a database in process in dev mode and for tests, and connects the DynamoDB client of
 * Quarkus Amazon Services to it.
 *
 * <p>The extension point of Quarkus Amazon Services for dev services chooses between the containers
 * that it knows, and starts nothing without a container engine. This extension therefore sets the
 * client's properties itself. The runtime module's {@code microprofile-config.properties} turns
 * their container off.
 */
public final class GrammeDevServiceProcessor {
  private static final String FEATURE = "gramme";
  private static final String CONTAINER_ENABLED = "quarkus.dynamodb.devservices.enabled";
  private static final String ENDPOINT = "quarkus.dynamodb.endpoint-override";
  private static final String CREDENTIALS = "quarkus.dynamodb.aws.credentials.";

  /** The name of this extension in the list of features that Quarkus logs. */
  @BuildStep
  FeatureBuildItem feature() {
    return new FeatureBuildItem(FEATURE);
  }

  /** Describes the dev service. Quarkus starts and closes it. */
  @BuildStep(onlyIf = {IsDevServicesSupportedByLaunchMode.class, DevServicesConfig.Enabled.class})
  void service(DevServicesSettings settings, BuildProducer<DevServicesResultBuildItem> services) {
    if (!settings.enabled() || !isWanted(ConfigProvider.getConfig())) {
      return;
    }
    int port = settings.port().orElse(0);
    services.produce(
        DevServicesResultBuildItem.owned()
            .feature(FEATURE)
            .serviceName(FEATURE)
            .description("A database in this process that speaks DynamoDB's protocol")
            // Quarkus starts the service again if this differs after a reload in dev mode.
            .serviceConfig(port)
            .startable(() -> new DatabaseService(port))
            .configProvider(clientProperties())
            .build());
  }

  /** False if the application sets its own endpoint or explicitly enables the container. */
  static boolean isWanted(Config config) {
    return !config.getOptionalValue(CONTAINER_ENABLED, Boolean.class).orElse(false)
        && config.getOptionalValue(ENDPOINT, String.class).isEmpty();
  }

  private static Map<String, Function<DatabaseService, String>> clientProperties() {
    return Map.of(
        ENDPOINT,
        DatabaseService::getConnectionInfo,
        "quarkus.dynamodb.aws.region",
        service -> Gramme.REGION.id(),
        CREDENTIALS + "type",
        service -> "static",
        CREDENTIALS + "static-provider.access-key-id",
        service -> "gramme",
        CREDENTIALS + "static-provider.secret-access-key",
        service -> "gramme");
  }
}
