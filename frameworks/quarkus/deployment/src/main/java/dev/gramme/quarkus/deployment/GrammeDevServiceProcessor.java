package dev.gramme.quarkus.deployment;

import io.quarkus.deployment.IsProduction;
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
 * client's properties itself.
 */
final class GrammeDevServiceProcessor {
  private static final String FEATURE = "gramme";
  private static final String ENABLED = "gramme.devservices.enabled";
  private static final String CONTAINER_ENABLED = "quarkus.dynamodb.devservices.enabled";
  private static final String ENDPOINT = "quarkus.dynamodb.endpoint-override";
  private static final String CREDENTIALS = "quarkus.dynamodb.aws.credentials.";

  @BuildStep
  FeatureBuildItem feature() {
    return new FeatureBuildItem(FEATURE);
  }

  @BuildStep(onlyIfNot = IsProduction.class)
  void start(DevServicesConfig services, BuildProducer<DevServicesResultBuildItem> started) {
    if (services.enabled() && isWanted(ConfigProvider.getConfig())) {
      started.produce(
          DevServicesResultBuildItem.owned()
              .feature(FEATURE)
              .serviceName(FEATURE)
              .serviceConfig(FEATURE)
              .startable(DatabaseService::new)
              .configProvider(clientProperties())
              .build());
    }
  }

  /** Not if the application has an endpoint of its own, or wants a container. */
  private static boolean isWanted(Config config) {
    return config.getOptionalValue(ENABLED, Boolean.class).orElse(true)
        && !config.getOptionalValue(CONTAINER_ENABLED, Boolean.class).orElse(false)
        && config.getOptionalValue(ENDPOINT, String.class).isEmpty();
  }

  private static Map<String, Function<DatabaseService, String>> clientProperties() {
    return Map.of(
        ENDPOINT,
        DatabaseService::getConnectionInfo,
        "quarkus.dynamodb.aws.region",
        service -> "us-east-1",
        CREDENTIALS + "type",
        service -> "static",
        CREDENTIALS + "static-provider.access-key-id",
        service -> "gramme",
        CREDENTIALS + "static-provider.secret-access-key",
        service -> "gramme");
  }
}
