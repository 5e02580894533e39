package dev.gramme.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a table that change neither its items nor its capacity.
 *
 * @param tableClass STANDARD or STANDARD_INFREQUENT_ACCESS; null if it was never set
 * @param tags in the order in which they were set
 * @param encryption the customer-managed key, null if the default key of the service is used
 */
public record TableProperties(
    @Nullable String tableClass,
    boolean deletionProtected,
    Map<String, String> tags,
    @Nullable Encryption encryption) {
  /** The properties of a table for which none was set. */
  public static final TableProperties NONE = withEncryption(null);

  public TableProperties {
    tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
  }

  /** The properties of a table that has at most a customer-managed key. */
  public static TableProperties withEncryption(@Nullable Encryption encryption) {
    return new TableProperties(null, false, Map.of(), encryption);
  }
}
