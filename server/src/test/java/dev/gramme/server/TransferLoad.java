package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Transfers between accounts, each in one transaction, so the total of all balances must not
 * change.
 */
final class TransferLoad implements LoadPart {
  private static final int ACCOUNTS = 12;
  private static final int OPENING_BALANCE = 100;
  private static final int AMOUNT = 3;

  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();
  private long lastDone;
  private long longestPause;

  @Override
  public void prepare(ServerProcess server) throws Exception {
    LoadTable.create(
        server,
        "accounts",
        LoadTable.attribute("pk"),
        LoadTable.key("pk", "HASH"),
        ",\"StreamSpecification\":{\"StreamEnabled\":true,"
            + "\"StreamViewType\":\"NEW_AND_OLD_IMAGES\"}");
    for (int i = 0; i < ACCOUNTS; i++) {
      Answer.whenDone(
          server,
          "PutItem",
          """
          {"TableName":"accounts","Item":{"pk":{"S":"a%d"},"balance":{"N":"%d"}}}\
          """
              .formatted(i, OPENING_BALANCE));
    }
  }

  @Override
  public Answer.Ending step(ServerProcess server, Random random) throws Exception {
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    Answer answer =
        Answer.of(
            server,
            "TransactWriteItems",
            "{\"TransactItems\":[" + add(from, -AMOUNT) + "," + add(to, AMOUNT) + "]}");
    switch (answer.ending()) {
      case DONE -> succeeded();
      case UNKNOWN -> unknown.incrementAndGet();
      case REFUSED, NOT_SENT -> {}
    }
    return answer.ending();
  }

  private synchronized void succeeded() {
    done.incrementAndGet();
    long now = System.nanoTime();
    if (lastDone != 0) {
      longestPause = Math.max(longestPause, now - lastDone);
    }
    lastDone = now;
  }

  /**
   * The longest time without an acknowledged transfer since the last call, including the time since
   * the last transfer.
   */
  synchronized Duration longestPause() {
    long now = System.nanoTime();
    long longest = lastDone == 0 ? 0 : Math.max(longestPause, now - lastDone);
    longestPause = 0;
    return Duration.ofNanos(longest);
  }

  private static String add(int account, int amount) {
    return """
    {"Update":{"TableName":"accounts","Key":{"pk":{"S":"a%d"}},"UpdateExpression":
    "ADD balance :a","ExpressionAttributeValues":{":a":{"N":"%d"}}}}\
    """
        .formatted(account, amount);
  }

  /** The accounts by their keys. */
  static Map<String, JsonNode> accounts(ServerProcess server) throws InterruptedException {
    var accounts = new TreeMap<String, JsonNode>();
    for (JsonNode account : LoadTable.scan(server, "accounts", "")) {
      assertThat(accounts.put(account.path("pk").path("S").asText(), account)).isNull();
    }
    return accounts;
  }

  @Override
  public String check(ServerProcess server) throws Exception {
    assertThat(done).hasPositiveValue();
    int total = 0;
    for (JsonNode account : accounts(server).values()) {
      total += account.path("balance").path("N").asInt();
    }
    assertThat(total).as("the total of all balances").isEqualTo(ACCOUNTS * OPENING_BALANCE);
    return "%d transfers acknowledged, %d unknown".formatted(done.get(), unknown.get());
  }

  /** The least number of changes of the accounts, including the initial puts. */
  int leastChanges() {
    return ACCOUNTS + 2 * done.get();
  }

  /** The largest possible number of changes of the accounts. */
  int mostChanges() {
    return leastChanges() + 2 * unknown.get();
  }
}
