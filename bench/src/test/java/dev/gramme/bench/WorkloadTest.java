package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Workload}. */
final class WorkloadTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @EnumSource
  void bodies_are_json(Workload workload) throws Exception {
    assertThat(JSON.readTree(workload.body(1234, 5000)).isObject()).isTrue();
  }

  @Test
  void the_key_has_ten_items_for_each_partition_key() throws Exception {
    var key = JSON.readTree(Workload.GET.body(1234, 5000)).path("Key");
    assertThat(key.at("/pk/S").asText()).isEqualTo("user#00000123");
    assertThat(key.at("/sk/S").asText()).isEqualTo("order#004");
  }

  @Test
  void the_last_item_is_followed_by_the_first() throws Exception {
    var actions = JSON.readTree(Workload.TRANSACT.body(98, 100)).path("TransactItems");
    var numbers = new ArrayList<String>();
    for (JsonNode action : actions) {
      numbers.add(action.at("/Put/Item/count/N").asText());
    }
    assertThat(numbers).containsExactly("98", "99", "0", "1");
  }
}
