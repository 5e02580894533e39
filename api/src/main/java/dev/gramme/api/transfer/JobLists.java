package dev.gramme.api.transfer;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableReference;
import dev.gramme.transfer.Job;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filters lists of imports and exports by table. */
public final class JobLists {
  private JobLists() {}

  /** The jobs of a table; all jobs if the request names no table. */
  public static <J extends Job> List<J> ofTable(
      List<J> all, @Nullable String nameOrArn, Caller caller) {
    if (nameOrArn == null) {
      return all;
    }
    String prefix = TableReference.arn(TableReference.name(nameOrArn, caller), caller) + "/";
    return all.stream().filter(job -> job.arn().startsWith(prefix)).toList();
  }
}
