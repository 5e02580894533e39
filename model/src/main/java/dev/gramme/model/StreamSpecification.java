package dev.gramme.model;

/**
 * The stream of a table.
 *
 * @param label the stream's label, an ISO-8601 time of its creation, which its ARN ends with
 */
public record StreamSpecification(ViewType viewType, String label) {
  /** What a stream record holds of the item, by the protocol's names. */
  public enum ViewType {
    NEW_IMAGE,
    OLD_IMAGE,
    NEW_AND_OLD_IMAGES,
    KEYS_ONLY
  }
}
