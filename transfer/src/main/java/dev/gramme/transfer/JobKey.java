package dev.gramme.transfer;

import dev.gramme.engine.catalog.StoredJobs;

/**
 * Identifies an import or export as a background job.
 *
 * @param id the id of the import or export
 */
public record JobKey(String tableName, String id) implements StoredJobs.Key {
  /** The key of a job. */
  public static JobKey of(Job job) {
    return new JobKey(job.tableName(), job.id());
  }

  @Override
  public String subject() {
    return tableName + "/" + id;
  }
}
