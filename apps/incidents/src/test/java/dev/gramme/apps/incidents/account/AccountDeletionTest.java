package dev.gramme.apps.incidents.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.apps.incidents.table.AccountState;
import dev.gramme.apps.incidents.table.ContactMethod;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.batch.Backoff;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Checks that a deletion removes all items of an account and no others. */
final class AccountDeletionTest {
  private static final int INCIDENTS = 12;

  private final World world = new World();
  private final AccountData acme = fill("Acme");
  private final AccountData bolt = fill("Bolt");

  @AfterEach
  void close() {
    world.close();
  }

  private AccountData fill(String name) {
    AccountData data = world.account(name);
    Ksuid ana = world.user(data, "Ana");
    Ksuid ben = world.user(data, "Ben");
    Ksuid red = world.team(data, "Red", ana, ben);
    Ksuid schedule = world.identifiers.next();
    world.queries.plan(new Schedule(data.account(), red, schedule, "line"));
    world.queries.keep(
        new ContactMethod(
            data.account(), ana, world.identifiers.next(), ContactMethod.Kind.EMAIL, "a@b.org"));
    world.queries.plan(
        new Shift(
            data.account(),
            red,
            schedule,
            world.identifiers.next(),
            ben,
            World.START.minusSeconds(200),
            World.START.minusSeconds(100),
            World.START.minusSeconds(50)));
    for (int i = 0; i < INCIDENTS; i++) {
      world.incident(data, ana, "incident " + i, red);
    }
    return data;
  }

  private AccountDeletion deletion(DynamoDbClient client) {
    return new AccountDeletion(
        World.over(client), Backoff.standard(new Random(1)), InstantSource.fixed(World.START));
  }

  private List<Map<String, AttributeValue>> itemsOf(AccountData data) {
    return world.client.scan(ScanRequest.builder().tableName("incidents").build()).items().stream()
        .filter(item ->
            item.getOrDefault("PK", AttributeValue.fromS(""))
                .s()
                .startsWith("acct_" + data.account()))
        .toList();
  }

  @Test
  void all_partitions_of_the_account_are_emptied_and_no_others() {
    List<Map<String, AttributeValue>> others = itemsOf(bolt);
    int before = itemsOf(acme).size();
    assertThat(deletion(world.client).run(acme.account())).isEqualTo(before - 1);
    assertThat(itemsOf(acme)).hasSize(1).allMatch(item -> item.containsKey("ExpiresAt"));
    assertThat(itemsOf(bolt)).isEqualTo(others);
    assertThat(world.accounts.find(acme.account()).orElseThrow().state())
        .isEqualTo(AccountState.DELETED);
    assertThat(deletion(world.client).run(acme.account())).isZero();
    assertThatThrownBy(() -> acme.log().report(acme.account(), "late", "{}", List.of()))
        .isInstanceOf(AccountGone.class);
    assertThat(itemsOf(acme)).hasSize(1);
  }

  @Test
  void a_repetition_finishes_a_deletion_that_was_interrupted_anywhere() {
    int requests = 0;
    boolean done = false;
    while (!done) {
      try {
        deletion(new Interrupted(world.client, requests)).run(acme.account());
        done = true;
      } catch (Interrupted.Death expected) {
        requests++;
      }
    }
    assertThat(itemsOf(acme)).hasSize(1);
    assertThat(itemsOf(bolt)).isNotEmpty();
    assertThat(requests).isGreaterThan(5);
  }

  @Test
  void an_unknown_account_is_not_deleted() {
    assertThatThrownBy(() -> deletion(world.client).run(world.identifiers.next()))
        .isInstanceOf(AccountGone.class);
  }
}
