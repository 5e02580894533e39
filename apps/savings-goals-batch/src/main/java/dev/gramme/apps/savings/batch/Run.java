package dev.gramme.apps.savings.batch;

/**
 * A run of the batch.
 *
 * @param exportId the export of the gold tables that it consolidates
 * @param stagedBy the run whose staged customers it loads
 */
record Run(long generation, long exportId, long stagedBy, State state) {
  enum State {
    /** The customers are being computed and written to files. */
    STAGING,
    /** The files are complete and are being loaded into the table, chunk by chunk. */
    LOADING,
    LOADED,
    /** Another run replaced it before it finished. */
    ABANDONED
  }

  Run in(State next) {
    return new Run(generation, exportId, stagedBy, next);
  }
}
