package dev.gramme.micronaut;

import dev.gramme.embedded.Endpoint;
import dev.gramme.embedded.Gramme;
import io.micronaut.testresources.core.ToggableTestResourcesResolver;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the properties with which Micronaut AWS connects DynamoDB clients to a database. The
 * database runs in the process that resolves them, usually the test resources server that the build
 * starts. It is created when its address is first requested, and lives until the resolver is closed
 * or the process ends.
 *
 * <p>{@code test-resources.gramme.enabled=false} turns it off. Properties that an application sets
 * itself are not resolved by test resources.
 */
public final class GrammeTestResource implements ToggableTestResourcesResolver, AutoCloseable {
  private static final String ENDPOINT = "aws.services.dynamodb.endpoint-override";

  private static final Map<String, String> FIXED =
      Map.of(
          "aws.region", Gramme.REGION.id(),
          "aws.access-key-id", "gramme",
          "aws.secret-key", "gramme");

  private @Nullable Gramme gramme;
  private @Nullable Endpoint endpoint;

  @Override
  public String getName() {
    return "gramme";
  }

  @Override
  public List<String> getResolvableProperties(
      Map<String, Collection<String>> propertyEntries, Map<String, Object> testResourcesConfig) {
    return List.of(ENDPOINT, "aws.region", "aws.access-key-id", "aws.secret-key");
  }

  @Override
  public Optional<String> resolve(
      String propertyName, Map<String, Object> properties, Map<String, Object> configuration) {
    if (propertyName.equals(ENDPOINT)) {
      return Optional.of(endpoint().uri().toString());
    }
    return Optional.ofNullable(FIXED.get(propertyName));
  }

  private synchronized Endpoint endpoint() {
    if (endpoint == null) {
      gramme = Gramme.inMemory();
      endpoint = gramme.listen();
    }
    return endpoint;
  }

  /** Closes the database. */
  @Override
  public synchronized void close() {
    if (endpoint != null) {
      endpoint.close();
      endpoint = null;
    }
    if (gramme != null) {
      gramme.close();
      gramme = null;
    }
  }
}
