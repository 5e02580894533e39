package dev.gramme.toolkit.client;

import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableSettingsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableSettingsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableReplicaAutoScalingRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableReplicaAutoScalingResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DisableKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.DisableKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.EnableKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.EnableKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.ImportTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ImportTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListExportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListExportsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListGlobalTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListGlobalTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListImportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListImportsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.SearchVectorsRequest;
import software.amazon.awssdk.services.dynamodb.model.SearchVectorsResponse;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableSettingsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableSettingsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableReplicaAutoScalingRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableReplicaAutoScalingResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * A client that delegates every operation to another client. Subclasses override {@link #call},
 * through which all operations go, or single operations. Operations without a request, those that
 * take a consumer of a builder, and paginators call the operations below.
 *
 * <p>The SDK has such a class for some services, but not for DynamoDB (version 2.54).
 */
public abstract class DelegatingClient implements DynamoDbClient {
  private final DynamoDbClient delegate;

  /**
   * @param delegate executes the operations; {@link #close} also closes it
   */
  protected DelegatingClient(DynamoDbClient delegate) {
    this.delegate = delegate;
  }

  /** The client that executes the operations. */
  protected final DynamoDbClient delegate() {
    return delegate;
  }

  /**
   * Performs one call.
   *
   * @param operation calls the delegate
   */
  protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
      T request, Function<T, R> operation) {
    return operation.apply(request);
  }

  @Override
  public String serviceName() {
    return delegate.serviceName();
  }

  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return delegate.serviceClientConfiguration();
  }

  @Override
  public DynamoDbWaiter waiter() {
    return DynamoDbWaiter.builder().client(this).build();
  }

  @Override
  public void close() {
    delegate.close();
  }

  @Override
  public BatchExecuteStatementResponse batchExecuteStatement(BatchExecuteStatementRequest request) {
    return call(request, delegate::batchExecuteStatement);
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return call(request, delegate::batchGetItem);
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    return call(request, delegate::batchWriteItem);
  }

  @Override
  public CreateBackupResponse createBackup(CreateBackupRequest request) {
    return call(request, delegate::createBackup);
  }

  @Override
  public CreateGlobalTableResponse createGlobalTable(CreateGlobalTableRequest request) {
    return call(request, delegate::createGlobalTable);
  }

  @Override
  public CreateTableResponse createTable(CreateTableRequest request) {
    return call(request, delegate::createTable);
  }

  @Override
  public DeleteBackupResponse deleteBackup(DeleteBackupRequest request) {
    return call(request, delegate::deleteBackup);
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    return call(request, delegate::deleteItem);
  }

  @Override
  public DeleteResourcePolicyResponse deleteResourcePolicy(DeleteResourcePolicyRequest request) {
    return call(request, delegate::deleteResourcePolicy);
  }

  @Override
  public DeleteTableResponse deleteTable(DeleteTableRequest request) {
    return call(request, delegate::deleteTable);
  }

  @Override
  public DescribeBackupResponse describeBackup(DescribeBackupRequest request) {
    return call(request, delegate::describeBackup);
  }

  @Override
  public DescribeContinuousBackupsResponse describeContinuousBackups(
      DescribeContinuousBackupsRequest request) {
    return call(request, delegate::describeContinuousBackups);
  }

  @Override
  public DescribeContributorInsightsResponse describeContributorInsights(
      DescribeContributorInsightsRequest request) {
    return call(request, delegate::describeContributorInsights);
  }

  @Override
  public DescribeEndpointsResponse describeEndpoints(DescribeEndpointsRequest request) {
    return call(request, delegate::describeEndpoints);
  }

  @Override
  public DescribeExportResponse describeExport(DescribeExportRequest request) {
    return call(request, delegate::describeExport);
  }

  @Override
  public DescribeGlobalTableResponse describeGlobalTable(DescribeGlobalTableRequest request) {
    return call(request, delegate::describeGlobalTable);
  }

  @Override
  public DescribeGlobalTableSettingsResponse describeGlobalTableSettings(
      DescribeGlobalTableSettingsRequest request) {
    return call(request, delegate::describeGlobalTableSettings);
  }

  @Override
  public DescribeImportResponse describeImport(DescribeImportRequest request) {
    return call(request, delegate::describeImport);
  }

  @Override
  public DescribeKinesisStreamingDestinationResponse describeKinesisStreamingDestination(
      DescribeKinesisStreamingDestinationRequest request) {
    return call(request, delegate::describeKinesisStreamingDestination);
  }

  @Override
  public DescribeLimitsResponse describeLimits(DescribeLimitsRequest request) {
    return call(request, delegate::describeLimits);
  }

  @Override
  public DescribeTableResponse describeTable(DescribeTableRequest request) {
    return call(request, delegate::describeTable);
  }

  @Override
  public DescribeTableReplicaAutoScalingResponse describeTableReplicaAutoScaling(
      DescribeTableReplicaAutoScalingRequest request) {
    return call(request, delegate::describeTableReplicaAutoScaling);
  }

  @Override
  public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
    return call(request, delegate::describeTimeToLive);
  }

  @Override
  public DisableKinesisStreamingDestinationResponse disableKinesisStreamingDestination(
      DisableKinesisStreamingDestinationRequest request) {
    return call(request, delegate::disableKinesisStreamingDestination);
  }

  @Override
  public EnableKinesisStreamingDestinationResponse enableKinesisStreamingDestination(
      EnableKinesisStreamingDestinationRequest request) {
    return call(request, delegate::enableKinesisStreamingDestination);
  }

  @Override
  public ExecuteStatementResponse executeStatement(ExecuteStatementRequest request) {
    return call(request, delegate::executeStatement);
  }

  @Override
  public ExecuteTransactionResponse executeTransaction(ExecuteTransactionRequest request) {
    return call(request, delegate::executeTransaction);
  }

  @Override
  public ExportTableToPointInTimeResponse exportTableToPointInTime(
      ExportTableToPointInTimeRequest request) {
    return call(request, delegate::exportTableToPointInTime);
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return call(request, delegate::getItem);
  }

  @Override
  public GetResourcePolicyResponse getResourcePolicy(GetResourcePolicyRequest request) {
    return call(request, delegate::getResourcePolicy);
  }

  @Override
  public ImportTableResponse importTable(ImportTableRequest request) {
    return call(request, delegate::importTable);
  }

  @Override
  public ListBackupsResponse listBackups(ListBackupsRequest request) {
    return call(request, delegate::listBackups);
  }

  @Override
  public ListContributorInsightsResponse listContributorInsights(
      ListContributorInsightsRequest request) {
    return call(request, delegate::listContributorInsights);
  }

  @Override
  public ListExportsResponse listExports(ListExportsRequest request) {
    return call(request, delegate::listExports);
  }

  @Override
  public ListGlobalTablesResponse listGlobalTables(ListGlobalTablesRequest request) {
    return call(request, delegate::listGlobalTables);
  }

  @Override
  public ListImportsResponse listImports(ListImportsRequest request) {
    return call(request, delegate::listImports);
  }

  @Override
  public ListTablesResponse listTables(ListTablesRequest request) {
    return call(request, delegate::listTables);
  }

  @Override
  public ListTagsOfResourceResponse listTagsOfResource(ListTagsOfResourceRequest request) {
    return call(request, delegate::listTagsOfResource);
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    return call(request, delegate::putItem);
  }

  @Override
  public PutResourcePolicyResponse putResourcePolicy(PutResourcePolicyRequest request) {
    return call(request, delegate::putResourcePolicy);
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return call(request, delegate::query);
  }

  @Override
  public RestoreTableFromBackupResponse restoreTableFromBackup(
      RestoreTableFromBackupRequest request) {
    return call(request, delegate::restoreTableFromBackup);
  }

  @Override
  public RestoreTableToPointInTimeResponse restoreTableToPointInTime(
      RestoreTableToPointInTimeRequest request) {
    return call(request, delegate::restoreTableToPointInTime);
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    return call(request, delegate::scan);
  }

  @Override
  public SearchVectorsResponse searchVectors(SearchVectorsRequest request) {
    return call(request, delegate::searchVectors);
  }

  @Override
  public TagResourceResponse tagResource(TagResourceRequest request) {
    return call(request, delegate::tagResource);
  }

  @Override
  public TransactGetItemsResponse transactGetItems(TransactGetItemsRequest request) {
    return call(request, delegate::transactGetItems);
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return call(request, delegate::transactWriteItems);
  }

  @Override
  public UntagResourceResponse untagResource(UntagResourceRequest request) {
    return call(request, delegate::untagResource);
  }

  @Override
  public UpdateContinuousBackupsResponse updateContinuousBackups(
      UpdateContinuousBackupsRequest request) {
    return call(request, delegate::updateContinuousBackups);
  }

  @Override
  public UpdateContributorInsightsResponse updateContributorInsights(
      UpdateContributorInsightsRequest request) {
    return call(request, delegate::updateContributorInsights);
  }

  @Override
  public UpdateGlobalTableResponse updateGlobalTable(UpdateGlobalTableRequest request) {
    return call(request, delegate::updateGlobalTable);
  }

  @Override
  public UpdateGlobalTableSettingsResponse updateGlobalTableSettings(
      UpdateGlobalTableSettingsRequest request) {
    return call(request, delegate::updateGlobalTableSettings);
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    return call(request, delegate::updateItem);
  }

  @Override
  public UpdateKinesisStreamingDestinationResponse updateKinesisStreamingDestination(
      UpdateKinesisStreamingDestinationRequest request) {
    return call(request, delegate::updateKinesisStreamingDestination);
  }

  @Override
  public UpdateTableResponse updateTable(UpdateTableRequest request) {
    return call(request, delegate::updateTable);
  }

  @Override
  public UpdateTableReplicaAutoScalingResponse updateTableReplicaAutoScaling(
      UpdateTableReplicaAutoScalingRequest request) {
    return call(request, delegate::updateTableReplicaAutoScaling);
  }

  @Override
  public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
    return call(request, delegate::updateTimeToLive);
  }
}
