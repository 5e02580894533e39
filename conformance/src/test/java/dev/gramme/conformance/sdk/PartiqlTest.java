package dev.gramme.conformance.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.DuplicateItemException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** PartiQL through the SDK: paging with tokens, transactions, and concurrent clients. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartiqlTest {
  private static final int PARTITIONS = 3;
  private static final int ITEMS = 20;
  private static final int CLIENTS = 8;

  private final DynamoDbClient client = Endpoint.classic().client();
  private final TestTable table = TestTable.withKey(Endpoint.classic(), "pk:S", "sk:N");
  private final TestTable large = TestTable.withKey(Endpoint.classic(), "pk:S", "sk:N");

  @BeforeAll
  void load() {
    var items = new ArrayList<Map<String, AttributeValue>>();
    for (int p = 0; p < PARTITIONS; p++) {
      for (int i = 0; i < ITEMS; i++) {
        items.add(
            Map.of(
                "pk", s("p" + p),
                "sk", n(i),
                "even", AttributeValue.fromBool(i % 2 == 0)));
      }
    }
    table.load(items);
    var kilobytes = "x".repeat(300_000);
    large.load(
        IntStream.range(0, 9)
            .mapToObj(i -> Map.of("pk", s("p"), "sk", n(i), "x", s(kilobytes)))
            .toList());
  }

  @AfterAll
  void delete() {
    table.close();
    large.close();
  }

  @Test
  void tokens_page_through_a_query_a_split_query_and_a_scan_with_any_limit() {
    for (var where :
        List.of(
            "pk = 'p1'",
            "pk = 'p1' AND even = true ORDER BY sk DESC",
            "pk IN ['p2', 'p0', 'p1'] ORDER BY pk DESC, sk DESC",
            "pk IN ['p2', 'p0'] AND sk IN [3, 1, 2, 99]",
            "pk = 'p0' AND (sk < 3 OR sk BETWEEN 5 AND 9 OR sk = 17) OR pk = 'p2' AND sk > 17",
            "sk >= 5",
            "pk = 'p0' OR even = true")) {
      var statement = "SELECT pk, sk FROM \"%s\" WHERE %s".formatted(table.name(), where);
      var whole = pages(statement, null);
      assertThat(whole).as(where).isNotEmpty().doesNotHaveDuplicates();
      for (var limit : List.of(1, 2, 3, 7, 100)) {
        assertThat(pages(statement, limit)).as("%s, limit %d", where, limit).isEqualTo(whole);
      }
    }
  }

  @Test
  void a_page_ends_after_a_megabyte() {
    var statement = "SELECT sk FROM \"%s\" WHERE pk = 'p'".formatted(large.name());
    var first =
        client.executeStatement(request ->
            request.statement(statement).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

    assertThat(first.items()).hasSize(4);
    assertThat(first.nextToken()).isNotNull();
    assertThat(first.lastEvaluatedKey()).containsEntry("sk", n(3));
    assertThat(first.consumedCapacity().capacityUnits()).isEqualTo(146.5);
    assertThat(pages(statement, null)).hasSize(9);
  }

  @Test
  void alternatives_share_the_megabyte_of_a_page() {
    var statement =
        "SELECT sk FROM \"%s\" WHERE pk = 'p' AND sk IN [0, 1, 2, 3, 4, 5, 6, 7, 8]"
            .formatted(large.name());

    var first = client.executeStatement(request -> request.statement(statement));

    assertThat(first.items()).hasSize(4);
    assertThat(pages(statement, null)).hasSize(9);
  }

  @Test
  void a_token_is_bound_to_its_statement_and_parameters() {
    var statement = "SELECT sk FROM \"%s\" WHERE pk = ? AND sk > 2".formatted(table.name());
    var token = page(statement, 2, null, s("p0")).nextToken();

    assertThat(page(statement, 2, token, s("p0")).items()).hasSize(2);
    assertThatThrownBy(() -> page(statement, 2, token, s("p1")))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("NextToken does not match request");
    assertThatThrownBy(() -> page(statement.replace("> 2", "> 1"), 2, token, s("p0")))
        .hasMessageContaining("NextToken does not match request");
    for (int at = 0; at < token.length(); at += 5) {
      var other = token.charAt(at) == 'A' ? 'B' : 'A';
      var altered = token.substring(0, at) + other + token.substring(at + 1);
      assertThatThrownBy(() -> page(statement, 2, altered, s("p0")))
          .as(altered)
          .hasMessageContaining("Invalid NextToken");
    }
  }

  @Test
  void only_one_client_inserts_an_item() throws Exception {
    var key = UUID.randomUUID().toString();

    var winners =
        together(() -> {
          try {
            execute("INSERT INTO \"%s\" VALUE {'pk': ?, 'sk': 1}", s(key));
            return true;
          } catch (DuplicateItemException lost) {
            return false;
          }
        });

    assertThat(winners).isEqualTo(1);
  }

  @Test
  void no_increment_is_lost() throws Exception {
    var key = UUID.randomUUID().toString();
    execute("INSERT INTO \"%s\" VALUE {'pk': ?, 'sk': 1, 'x': 0}", s(key));

    together(() -> {
      for (var i = 0; i < 20; i++) {
        execute("UPDATE \"%s\" SET x = x + 1 WHERE pk = ? AND sk = 1", s(key));
      }
      return true;
    });

    var item = execute("SELECT x FROM \"%s\" WHERE pk = ? AND sk = 1", s(key)).items().getFirst();
    assertThat(item).containsEntry("x", n(20 * CLIENTS));
  }

  @Test
  void a_transaction_is_atomic_and_idempotent() {
    var one = UUID.randomUUID().toString();
    var other = UUID.randomUUID().toString();
    var token = UUID.randomUUID().toString();
    var statements =
        List.of(
            statement("INSERT INTO \"%s\" VALUE {'pk': ?, 'sk': 1, 'x': 1}", s(one)),
            statement(
                "EXISTS(SELECT * FROM \"%s\" WHERE pk = ? AND sk = 0 AND even = true)", s("p0")));

    for (var i = 0; i < 2; i++) {
      client.executeTransaction(
          request -> request.transactStatements(statements).clientRequestToken(token));
    }
    assertThatThrownBy(() ->
            client.executeTransaction(request ->
                request.transactStatements(
                    statement("INSERT INTO \"%s\" VALUE {'pk': ?, 'sk': 1}", s(other)),
                    statement("INSERT INTO \"%s\" VALUE {'pk': ?, 'sk': 1}", s(one)))))
        .isInstanceOfSatisfying(
            TransactionCanceledException.class,
            cancelled ->
                assertThat(cancelled.cancellationReasons())
                    .extracting(reason -> reason.code())
                    .containsExactly("None", "DuplicateItem"));

    var read =
        client.executeTransaction(request ->
            request.transactStatements(
                statement("SELECT x FROM \"%s\" WHERE pk = ? AND sk = 1", s(one)),
                statement("SELECT * FROM \"%s\" WHERE pk = ? AND sk = 1", s(other))));
    assertThat(read.responses().getFirst().item()).containsExactly(Map.entry("x", n(1)));
    assertThat(read.responses().getLast().hasItem()).isFalse();
  }

  @Test
  void a_batch_executes_its_valid_statements() {
    var key = UUID.randomUUID().toString();
    var insert =
        BatchStatementRequest.builder()
            .statement("INSERT INTO \"%s\" VALUE {'pk': ?, 'sk': 1}".formatted(table.name()))
            .parameters(s(key))
            .build();

    var responses =
        client
            .batchExecuteStatement(request ->
                request.statements(
                    insert,
                    insert.toBuilder().statement("INSERT INTO").build(),
                    insert.toBuilder().parameters(s("p0")).build()))
            .responses();

    assertThat(responses.getFirst().error()).isNull();
    assertThat(responses.get(1).error().code())
        .isEqualTo(BatchStatementErrorCodeEnum.VALIDATION_ERROR);
    assertThat(responses.get(2).error().code())
        .isEqualTo(BatchStatementErrorCodeEnum.DUPLICATE_ITEM);
    assertThat(execute("SELECT * FROM \"%s\" WHERE pk = ?", s(key)).items()).hasSize(1);
  }

  private List<Map<String, AttributeValue>> pages(
      String statement, @Nullable Integer limit, AttributeValue... parameters) {
    var items = new ArrayList<Map<String, AttributeValue>>();
    String token = null;
    do {
      var page = page(statement, limit, token, parameters);
      assertThat(page.items().size()).isLessThanOrEqualTo(limit == null ? 1000 : limit);
      items.addAll(page.items());
      token = page.nextToken();
    } while (token != null);
    return items;
  }

  private ExecuteStatementResponse page(
      String statement,
      @Nullable Integer limit,
      @Nullable String token,
      AttributeValue... parameters) {
    return client.executeStatement(request ->
        request
            .statement(statement)
            .limit(limit)
            .nextToken(token)
            .parameters(parameters.length == 0 ? null : List.of(parameters)));
  }

  private ExecuteStatementResponse execute(String statement, AttributeValue... parameters) {
    return client.executeStatement(
        request -> request.statement(statement.formatted(table.name())).parameters(parameters));
  }

  private ParameterizedStatement statement(String statement, AttributeValue... parameters) {
    return ParameterizedStatement.builder()
        .statement(statement.formatted(table.name()))
        .parameters(parameters)
        .build();
  }

  /** Runs the same work in all clients concurrently; returns how many returned true. */
  private static long together(Callable<Boolean> work) throws Exception {
    try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
      long winners = 0;
      for (Future<Boolean> result :
          clients.invokeAll(IntStream.range(0, CLIENTS).mapToObj(i -> work).toList())) {
        winners += result.get() ? 1 : 0;
      }
      return winners;
    }
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue n(int number) {
    return AttributeValue.fromN(Integer.toString(number));
  }
}
