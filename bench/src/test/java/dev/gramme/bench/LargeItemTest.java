package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link LargeItem}, and the requests that are made of it. */
final class LargeItemTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TEXT = "t".repeat(LargeItem.TEXT);

  @Test
  void an_item_has_a_hundred_bytes() throws Exception {
    var item = item(123_456_789);
    assertThat(item.at("/pk/S").asText()).isEqualTo("user#06172839");
    assertThat(item.at("/sk/S").asText()).isEqualTo("09");
    assertThat(item.at("/count/N").asText()).isEqualTo("123456789");
    int names = "pk".length() + "sk".length() + "count".length() + "text".length();
    int count = 6; // nine digits, two in a byte, and one more byte
    assertThat(names + 13 + 2 + count + item.at("/text/S").asText().length()).isEqualTo(100);
  }

  @Test
  void the_keys_of_an_item_are_those_of_its_json() throws Exception {
    var item = item(987_654);
    assertThat(LargeItem.partitionKey(987_654)).isEqualTo(item.at("/pk/S").asText());
    assertThat(LargeItem.sortKey(987_654)).isEqualTo(item.at("/sk/S").asText());
  }

  private static JsonNode item(long number) throws Exception {
    var json = LargeItem.JSON.getBytes(StandardCharsets.US_ASCII);
    LargeItem.put(json, 0, number, new LargeItem.Texts(new SplittableRandom(1)));
    return JSON.readTree(json);
  }

  @Test
  void a_batch_has_the_items_that_were_put_into_it() throws Exception {
    var batch = new BatchLoad.BatchRequest(8000, "large");
    var texts = new LargeItem.Texts(new SplittableRandom(1));
    for (int i = 0; i < 25; i++) {
      LargeItem.put(batch.bytes(), batch.at(i), 100 + i, texts);
    }
    var request = new String(batch.bytes(), StandardCharsets.US_ASCII).split("\r\n\r\n");
    assertThat(request[0]).contains("Content-Length: " + request[1].length());
    var puts = JSON.readTree(request[1]).at("/RequestItems/large");
    assertThat(puts).hasSize(25);
    assertThat(puts.at("/0/PutRequest/Item/count/N").asText()).isEqualTo("000000100");
    assertThat(puts.at("/24/PutRequest/Item/count/N").asText()).isEqualTo("000000124");
  }

  @ParameterizedTest
  @EnumSource
  void bodies_are_json_of_one_length(LargeOperation operation) throws Exception {
    var body = operation.body("large", 99_999_999, TEXT);
    assertThat(JSON.readTree(body).path("TableName").asText()).isEqualTo("large");
    assertThat(body).contains("user#04999999");
    assertThat(operation.body("large", 0, TEXT)).hasSameSizeAs(body);
  }

  @Test
  void the_row_of_an_item_has_the_hash_of_its_partition_key() {
    var row = HexFormat.of().formatHex(StoreReads.row(1, 47));
    assertThat(row)
        .startsWith("00000001")
        .endsWith(hex("user#00000002") + "000001" + hex("07") + "0000");
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }
}
