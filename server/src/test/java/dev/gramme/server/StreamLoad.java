package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * One thread that reads the accounts' stream while the accounts change. In the end it must have
 * read the same as a reader that starts after the load, so no record may appear behind its
 * position. Each record's old image must be the new image of the previous record of the same item,
 * so each change occurs once and in order.
 */
final class StreamLoad implements LoadPart {
  private final TransferLoad transfers;
  private final Reader reader = new Reader();

  StreamLoad(TransferLoad transfers) {
    this.transfers = transfers;
  }

  /** Reads all shards from TRIM_HORIZON. */
  private static final class Reader {
    private final Map<String, List<JsonNode>> records = new LinkedHashMap<>();
    private final Map<String, String> iterators = new HashMap<>();
    private String arn = "";
    private boolean isPatient;

    private JsonNode ask(ServerProcess server, String operation, String body)
        throws InterruptedException {
      return isPatient
          ? Answer.whenDone(server, operation, body)
          : Answer.of(server, operation, body).body();
    }

    /** Reads one page of each shard and returns how many shards had records. */
    int turn(ServerProcess server) throws InterruptedException {
      if (arn.isEmpty()) {
        arn =
            ask(server, "ListStreams", "{\"TableName\":\"accounts\"}")
                .path("Streams")
                .path(0)
                .path("StreamArn")
                .asText();
      }
      if (arn.isEmpty()) {
        return 0;
      }
      findShards(server);
      int found = 0;
      for (String shard : List.copyOf(iterators.keySet())) {
        found += read(server, shard) ? 1 : 0;
      }
      return found;
    }

    private void findShards(ServerProcess server) throws InterruptedException {
      var description = ask(server, "DescribeStream", "{\"StreamArn\":\"" + arn + "\"}");
      for (JsonNode each : description.path("StreamDescription").path("Shards")) {
        String shard = each.path("ShardId").asText();
        if (!records.containsKey(shard)) {
          var answer =
              ask(
                  server,
                  "GetShardIterator",
                  """
                  {"StreamArn":"%s","ShardId":"%s","ShardIteratorType":"TRIM_HORIZON"}\
                  """
                      .formatted(arn, shard));
          if (answer.has("ShardIterator")) {
            iterators.put(shard, answer.path("ShardIterator").asText());
            records.put(shard, new ArrayList<>());
          }
        }
      }
    }

    private boolean read(ServerProcess server, String shard) throws InterruptedException {
      var page = ask(server, "GetRecords", "{\"ShardIterator\":\"" + iterators.get(shard) + "\"}");
      if (!page.has("Records")) {
        return false;
      }
      page.path("Records").forEach(Objects.requireNonNull(records.get(shard))::add);
      if (page.has("NextShardIterator")) {
        iterators.put(shard, page.path("NextShardIterator").asText());
      } else {
        iterators.remove(shard);
      }
      return !page.path("Records").isEmpty();
    }

    /** Reads until no shard has further records. */
    Map<String, List<JsonNode>> toEnd(ServerProcess server) throws InterruptedException {
      isPatient = true;
      while (turn(server) > 0) {
        // All work is in the condition.
      }
      return records;
    }
  }

  @Override
  public void prepare(ServerProcess server) {}

  @Override
  public Answer.Ending step(ServerProcess server, Random random) throws Exception {
    return reader.turn(server) == 0 ? Answer.Ending.UNKNOWN : Answer.Ending.DONE;
  }

  @Override
  public String check(ServerProcess server) throws Exception {
    var seen = reader.toEnd(server);
    assertThat(seen).as("a reader during the load").isEqualTo(new Reader().toEnd(server));
    var last = new HashMap<String, JsonNode>();
    int count = 0;
    for (var records : seen.values()) {
      count += records.size();
      checkOrder(records, last);
    }
    TransferLoad.accounts(server)
        .forEach((key, item) -> assertThat(last.get(key)).as("item %s", key).isEqualTo(item));
    assertThat(count)
        .as("records of the stream")
        .isBetween(transfers.leastChanges(), transfers.mostChanges());
    return "%d records in %d shards of the stream".formatted(count, seen.size());
  }

  private static void checkOrder(List<JsonNode> records, Map<String, JsonNode> last) {
    BigInteger former = BigInteger.ZERO;
    for (JsonNode record : records) {
      JsonNode change = record.path("dynamodb");
      var number = new BigInteger(change.path("SequenceNumber").asText());
      assertThat(number).as("%s", record).isGreaterThan(former);
      former = number;
      String key = change.path("Keys").path("pk").path("S").asText();
      JsonNode before = last.put(key, change.path("NewImage"));
      assertThat(change.path("OldImage"))
          .as("%s", record)
          .isEqualTo(before == null ? MissingNode.getInstance() : before);
    }
  }
}
