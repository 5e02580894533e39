package dev.gramme.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.RawClient;
import dev.gramme.conformance.support.StoreServers;
import java.net.URI;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store has every operation. {@link OperationsPageTest} shows the same in memory. */
abstract class StoreOperationsContract {
  /**
   * Starts the store.
   *
   * @param folder an empty folder
   */
  abstract StoreServers store(Path folder) throws Exception;

  @Test
  void every_operation_answers(@TempDir Path folder, @TempDir Path buckets) throws Exception {
    OperationRequests.createBuckets(buckets);
    try (var servers = store(folder)) {
      var server = servers.start("--regions=us-east-1,eu-west-1", "--buckets=" + buckets);
      var uri = URI.create("http://127.0.0.1:" + server.port());
      var outcome = OperationRequests.send(new RawClient(uri, "us-east-1"));
      var all = new TreeSet<>(outcome.answered());
      all.addAll(outcome.refused());
      assertThat(all).isEqualTo(OperationRequests.operations().keySet());
    }
  }
}
