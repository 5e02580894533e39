package dev.gramme.quarkus;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.OptionalInt;

/** The properties of the dev service, which are read when the application is built. */
@ConfigMapping(prefix = "quarkus.gramme.devservices")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface DevServicesSettings {

  /**
   * Whether dev mode and tests start an in-memory database in their process. None starts if the
   * application sets {@code quarkus.dynamodb.endpoint-override} or {@code
   * quarkus.dynamodb.devservices.enabled=true}.
   */
  @WithDefault("true")
  boolean enabled();

  /** The local port. By default, a free port is chosen. */
  OptionalInt port();
}
