package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.bench.YcsbWorkload.Operation;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@link YcsbWorkload} and {@link YcsbRequests}. */
final class YcsbTest {
  private final YcsbRequests requests = new YcsbRequests(8000, new SplittableRandom(1));

  @Test
  void workloads_are_the_mixtures_of_ycsb() {
    assertThat(YcsbWorkload.A.mixture()).isEqualTo("50% read, 50% update");
    assertThat(YcsbWorkload.C.mixture()).isEqualTo("100% read");
    assertThat(YcsbWorkload.D.mixture()).isEqualTo("95% read, 5% insert, latest");
    assertThat(YcsbWorkload.E.mixture()).isEqualTo("95% scan, 5% insert");
    assertThat(YcsbWorkload.F.mixture()).isEqualTo("50% read, 50% read-modify-write");
    assertThat(YcsbWorkload.B.operation(94)).isEqualTo(Operation.READ);
    assertThat(YcsbWorkload.B.operation(95)).isEqualTo(Operation.UPDATE);
  }

  @Test
  void a_record_has_ten_fields_of_a_hundred_bytes() throws Exception {
    var item = body(requests.insert(42)).path("Item");
    assertThat(item.at("/id/S").asText()).isEqualTo("user000000000042");
    assertThat(item).hasSize(11);
    assertThat(item.at("/field0/S").asText()).hasSize(100);
    assertThat(item.at("/field9/S").asText()).hasSize(100);
  }

  @Test
  void an_update_replaces_one_field_and_a_scan_has_a_limit() throws Exception {
    var update = body(requests.update(7));
    assertThat(update.path("UpdateExpression").asText()).matches("SET field\\d = :v");
    assertThat(update.at("/ExpressionAttributeValues/:v/S").asText()).hasSize(100);
    assertThat(body(requests.read(7)).at("/Key/id/S").asText()).isEqualTo("user000000000007");
    var scan = body(requests.scan(7, 30));
    assertThat(scan.path("Limit").asInt()).isEqualTo(30);
    assertThat(scan.at("/ExclusiveStartKey/id/S").asText()).isEqualTo("user000000000007");
  }

  @Test
  void the_minutes_are_those_of_all_workloads() {
    assertThat(YcsbBench.seconds(60)).isEqualTo(600);
    assertThat(YcsbBench.seconds(1)).isEqualTo(10);
  }

  private static JsonNode body(byte[] request) throws Exception {
    var parts = new String(request, StandardCharsets.US_ASCII).split("\r\n\r\n");
    assertThat(parts[0]).contains("Content-Length: " + parts[1].length());
    return new ObjectMapper().readTree(parts[1]);
  }
}
