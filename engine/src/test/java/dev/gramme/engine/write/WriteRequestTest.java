package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.Item;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteRequestTest {
  private final RequestBudget budget = new RequestBudget(MemoryBudget.ofHeap(100 << 20));
  private final WriteAction put = new WriteAction.Put("t", Item.empty(), null, false);

  /** The caller of a part starts the other parts before the first one has ended. */
  @Test
  void the_only_write_of_a_client_is_its_whole_request_and_a_part_is_not() {
    assertThat(WriteRequest.single(put, budget, false).isWholeOfClient()).isTrue();
    assertThat(WriteRequest.single(put, budget.part(), false).isWholeOfClient()).isFalse();
    assertThat(WriteRequest.single(put, budget, false).part(List.of(0)).isWholeOfClient())
        .isFalse();
  }

  @Test
  void background_work_is_no_request_of_a_client() {
    var expired =
        new WriteRequest(List.of(put), WriteRequest.Kind.BATCH, ItemChange.Cause.EXPIRY, null);
    assertThat(expired.isWholeOfClient()).isFalse();
  }
}
