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

  /** Whether dev mode and tests start a database. */
  @WithDefault("true")
  boolean enabled();

  /** The port of the database on this machine. The default is any free port. */
  OptionalInt port();
}
