package dev.gramme.conformance.kinesis;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.StreamsSchedulerFactory;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.polling.DynamoDBStreamsPollingConfig;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.kinesis.common.ConfigsBuilder;
import software.amazon.kinesis.common.InitialPositionInStream;
import software.amazon.kinesis.common.InitialPositionInStreamExtended;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.exceptions.InvalidStateException;
import software.amazon.kinesis.exceptions.ShutdownException;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;
import software.amazon.kinesis.metrics.NullMetricsFactory;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

/**
 * One worker of the Kinesis Client Library, set up as in an application: it polls, and checkpoints
 * after each batch. Only its intervals are shorter than the library's defaults.
 */
final class StreamWorker implements AutoCloseable {
  private static final Region REGION = Region.US_EAST_1;
  private static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("kcl", "kcl"));

  private final DynamoDbStreamsClient streams;
  private final DynamoDbAsyncClient leases;
  private final CloudWatchAsyncClient metrics;
  private final Scheduler scheduler;

  /** Starts a worker. */
  StreamWorker(URI endpoint, String application, String streamArn, ReceivedChanges received) {
    streams =
        at(endpoint, DynamoDbStreamsClient.builder())
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build();
    leases = at(endpoint, DynamoDbAsyncClient.builder()).build();
    // Never called, because the metrics are discarded.
    metrics = at(endpoint, CloudWatchAsyncClient.builder()).build();
    scheduler = scheduler(application, streamArn, received);
    Thread.ofPlatform().daemon().name("kcl-" + application).start(scheduler);
  }

  private static <B extends AwsClientBuilder<B, ?>> B at(URI endpoint, B builder) {
    return builder.region(REGION).endpointOverride(endpoint).credentialsProvider(CREDENTIALS);
  }

  private Scheduler scheduler(String application, String streamArn, ReceivedChanges received) {
    var adapter = new AmazonDynamoDBStreamsAdapterClient(streams, REGION);
    var tracker =
        StreamsSchedulerFactory.createSingleStreamTracker(
            streamArn,
            InitialPositionInStreamExtended.newInitialPosition(
                InitialPositionInStream.TRIM_HORIZON));
    var configs =
        new ConfigsBuilder(
            tracker,
            application,
            adapter,
            leases,
            metrics,
            "worker-1",
            () -> new Collector(received));
    return StreamsSchedulerFactory.createScheduler(
        configs.checkpointConfig(),
        configs
            .coordinatorConfig()
            .parentShardPollIntervalMillis(500)
            .shardConsumerDispatchPollIntervalMillis(100),
        configs
            .leaseManagementConfig()
            .failoverTimeMillis(5_000)
            .leaseAssignmentIntervalMillis(500L)
            .shardSyncIntervalMillis(1_000)
            .leasesRecoveryAuditorExecutionFrequencyMillis(1_000),
        configs.lifecycleConfig(),
        configs.metricsConfig().metricsFactory(new NullMetricsFactory()),
        configs.processorConfig(),
        configs
            .retrievalConfig()
            .retrievalSpecificConfig(
                new DynamoDBStreamsPollingConfig(adapter).idleTimeBetweenReadsInMillis(200)),
        adapter);
  }

  @Override
  public void close() {
    try {
      scheduler.startGracefulShutdown().get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the worker did not end", e);
    }
    streams.close();
    leases.close();
    metrics.close();
  }

  private record Collector(ReceivedChanges received)
      implements DynamoDBStreamsShardRecordProcessor {
    @Override
    public void initialize(InitializationInput input) {}

    @Override
    public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
      input.records().forEach(record -> received.add(record.getRecord()));
      if (!input.records().isEmpty()) {
        checkpoint(input.checkpointer());
      }
    }

    @Override
    public void leaseLost(LeaseLostInput input) {}

    @Override
    public void shardEnded(ShardEndedInput input) {
      checkpoint(input.checkpointer());
    }

    @Override
    public void shutdownRequested(ShutdownRequestedInput input) {
      checkpoint(input.checkpointer());
    }

    private static void checkpoint(RecordProcessorCheckpointer checkpointer) {
      try {
        checkpointer.checkpoint();
      } catch (InvalidStateException | ShutdownException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
