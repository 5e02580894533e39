package dev.gramme.toolkit.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.entity.Table;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

final class DeskScanTest {
  @Test
  void the_other_segments_are_interrupted_if_one_fails() throws InterruptedException {
    try (Gramme gramme = Gramme.inMemory()) {
      var client = new FirstSegmentFails(gramme.client());
      var desk = DeskQueriesTable.of(Table.of(client, DeskQueriesTable.schema()));
      assertThatThrownBy(desk::all).hasMessage("the first segment fails");
      assertThat(client.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** A client whose first segment fails once the other two wait, which they do for good. */
  private static final class FirstSegmentFails extends DelegatingClient {
    private final CountDownLatch waiting = new CountDownLatch(2);
    private final CountDownLatch interrupted = new CountDownLatch(2);

    FirstSegmentFails(DynamoDbClient client) {
      super(client);
    }

    @Override
    public ScanResponse scan(ScanRequest request) {
      try {
        if (request.segment() == 0) {
          waiting.await();
          throw new IllegalStateException("the first segment fails");
        }
        waiting.countDown();
        new CountDownLatch(1).await();
        throw new AssertionError("the latch has no other user");
      } catch (InterruptedException e) {
        interrupted.countDown();
        throw new IllegalStateException(e);
      }
    }
  }
}
