package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** User code that processes a response never runs on a thread that the database needs. */
final class BlockedContinuationTest {
  @TempDir Path folder;

  @Test
  void a_continuation_that_blocks_on_disk_blocks_no_other_write() throws InterruptedException {
    try (var gramme = Gramme.open(folder)) {
      check(gramme);
    }
  }

  @Test
  void a_continuation_that_blocks_in_memory_blocks_no_other_write() throws InterruptedException {
    try (var gramme = Gramme.inMemory()) {
      check(gramme);
    }
  }

  private static void check(Gramme gramme) throws InterruptedException {
    gramme
        .client()
        .createTable(table ->
            table
                .tableName("things")
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("pk")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
    var blocked = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    // An interceptor runs on the thread that receives the response, before all other code.
    var interceptor =
        new ExecutionInterceptor() {
          @Override
          public void afterExecution(
              Context.AfterExecution context, ExecutionAttributes attributes) {
            blocked.countDown();
            await(release);
          }
        };
    try (var client =
        DynamoDbAsyncClient.builder()
            .httpClient(gramme.asyncHttpClient())
            .region(Gramme.REGION)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("gramme", "gramme")))
            .overrideConfiguration(overrides -> overrides.addExecutionInterceptor(interceptor))
            .asyncConfiguration(async ->
                async.advancedOption(
                    SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run))
            .build()) {
      // Runs on a separate thread, because an immediate response is processed on the calling
      // thread.
      CompletableFuture<?> continued =
          CompletableFuture.runAsync(
              () -> client.putItem(put -> put.tableName("things").item(key("a"))).join(),
              task -> Thread.ofPlatform().daemon().start(task));
      blocked.await();
      for (int i = 0; i < 20; i++) {
        String id = "b" + i;
        gramme.client().putItem(put -> put.tableName("things").item(key(id)));
      }
      assertThat(continued).isNotDone();
      release.countDown();
      continued.join();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("pk", AttributeValue.fromS(id));
  }
}
