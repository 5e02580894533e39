package dev.gramme.server.settings;

/** Which requests use the same database. */
public enum DatabaseSharing {
  /** All requests. */
  ALL,
  /** The requests that are signed for a region. */
  REGION,
  /** The requests that are signed for a region and with an access key. */
  KEY
}
