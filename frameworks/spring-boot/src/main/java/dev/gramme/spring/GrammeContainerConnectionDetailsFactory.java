package dev.gramme.spring;

import dev.gramme.testcontainers.GrammeContainer;
import io.awspring.cloud.autoconfigure.core.AwsConnectionDetails;
import java.net.URI;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;

/** Connects Spring Cloud AWS to a {@link GrammeContainer} with {@code @ServiceConnection}. */
final class GrammeContainerConnectionDetailsFactory
    extends ContainerConnectionDetailsFactory<GrammeContainer, AwsConnectionDetails> {

  GrammeContainerConnectionDetailsFactory() {
    super(ANY_CONNECTION_NAME, "io.awspring.cloud.autoconfigure.core.AwsConnectionDetails");
  }

  @Override
  protected AwsConnectionDetails getContainerConnectionDetails(
      ContainerConnectionSource<GrammeContainer> source) {
    return new Details(source);
  }

  private static final class Details extends ContainerConnectionDetails<GrammeContainer>
      implements AwsConnectionDetails {

    private Details(ContainerConnectionSource<GrammeContainer> source) {
      super(source);
    }

    @Override
    public URI getEndpoint() {
      return getContainer().getEndpoint();
    }

    @Override
    public String getRegion() {
      return getContainer().getRegion();
    }

    @Override
    public String getAccessKey() {
      return getContainer().getAccessKey();
    }

    @Override
    public String getSecretKey() {
      return getContainer().getSecretKey();
    }
  }
}
