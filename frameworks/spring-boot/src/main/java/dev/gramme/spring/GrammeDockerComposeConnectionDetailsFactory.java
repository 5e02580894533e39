package dev.gramme.spring;

import io.awspring.cloud.autoconfigure.core.AwsConnectionDetails;
import java.net.URI;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;

/**
 * Connects Spring Cloud AWS to a service of Docker Compose that has an image of the name {@code
 * gramme} in any registry, such as {@code ghcr.io/owner/gramme}, or another image and the label
 * {@code org.springframework.boot.service-connection: gramme}.
 */
final class GrammeDockerComposeConnectionDetailsFactory
    extends DockerComposeConnectionDetailsFactory<AwsConnectionDetails> {
  private static final String NAME = "gramme";
  private static final String LABEL = "org.springframework.boot.service-connection";
  private static final int PORT = 8000;

  GrammeDockerComposeConnectionDetailsFactory() {
    super(
        source -> isGramme(source.getRunningService()),
        "io.awspring.cloud.autoconfigure.core.AwsConnectionDetails");
  }

  /** Spring Boot's own comparison of names is for one registry, and the owner is part of a name. */
  private static boolean isGramme(RunningService service) {
    String label = service.labels().get(LABEL);
    String name = label == null ? service.image().getName() : label;
    return name.equals(NAME) || (label == null && name.endsWith("/" + NAME));
  }

  @Override
  protected AwsConnectionDetails getDockerComposeConnectionDetails(
      DockerComposeConnectionSource source) {
    return new Details(source.getRunningService());
  }

  private static final class Details extends DockerComposeConnectionDetails
      implements AwsConnectionDetails {
    private final URI endpoint;

    private Details(RunningService service) {
      super(service);
      this.endpoint = URI.create("http://" + service.host() + ":" + service.ports().get(PORT));
    }

    @Override
    public URI getEndpoint() {
      return endpoint;
    }

    @Override
    public String getRegion() {
      return "us-east-1";
    }

    @Override
    public String getAccessKey() {
      return "gramme";
    }

    @Override
    public String getSecretKey() {
      return "gramme";
    }
  }
}
