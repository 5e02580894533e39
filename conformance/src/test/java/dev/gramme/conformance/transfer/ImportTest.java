package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ImportConflictException;
import software.amazon.awssdk.services.dynamodb.model.ImportNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.ImportTableRequest;
import software.amazon.awssdk.services.dynamodb.model.InputCompressionType;
import software.amazon.awssdk.services.dynamodb.model.InputFormat;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Imports of files in the layout that the service documents. */
final class ImportTest {
  private static final String FILMS =
      """
      {"Item":{"year":{"N":"2013"},"title":{"S":"Rush"},"genres":{"SS":["Drama","Sport"]}}}
      {"Item":{"year":{"N":"2013"},"title":{"S":"Prisoners"},"rating":{"N":"8.2"}}}

      {"Item":{"year":{"N":"1977"},"title":{"S":"Star Wars"},"cast":{"L":[{"M":{"name":{"S":"Mark"}}}]}}}
      """;

  @TempDir Path folder;
  private Instant now = Instant.parse("2026-11-21T04:00:00Z");
  private Gramme gramme;
  private DynamoDbClient client;
  private Path bucket;

  @BeforeEach
  void open() throws IOException {
    bucket = Files.createDirectories(folder.resolve("buckets/films"));
    gramme = Gramme.builder().clock(() -> now).buckets(folder.resolve("buckets")).inMemory();
    client = gramme.client();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void lines_of_json_are_imported_into_a_new_table() throws IOException {
    Files.writeString(bucket.resolve("films.json"), FILMS);

    ImportTableDescription begun = begin(films(InputFormat.DYNAMODB_JSON));
    ImportTableDescription done = await(begun.importArn());

    assertThat(begun.importStatus()).isEqualTo(ImportStatus.IN_PROGRESS);
    assertThat(begun.importArn())
        .matches("arn:aws:dynamodb:us-east-1:0{12}:table/films/import/01795233600000-[0-9a-f]{8}");
    assertThat(done.importStatus()).isEqualTo(ImportStatus.COMPLETED);
    assertThat(done.failureCode()).isNull();
    assertThat(done.processedItemCount()).isEqualTo(3);
    assertThat(done.importedItemCount()).isEqualTo(3);
    assertThat(done.errorCount()).isZero();
    assertThat(done.processedSizeBytes()).isEqualTo(FILMS.getBytes(StandardCharsets.UTF_8).length);
    assertThat(done.tableCreationParameters()).isEqualTo(begun.tableCreationParameters());
    assertThat(done.tableCreationParameters().keySchema()).hasSize(2);
    assertThat(done.s3BucketSource().s3Bucket()).isEqualTo("films");
    assertThat(done.s3BucketSource().s3BucketOwner()).isEqualTo("000000000000");
    assertThat(done.s3BucketSource().s3KeyPrefix()).isNull();
    assertThat(begun.processedItemCount()).isZero();
    assertThat(begun.processedSizeBytes()).isNull();
    assertThat(done.cloudWatchLogGroupArn())
        .isEqualTo("arn:aws:logs:us-east-1:000000000000:log-group:/aws-dynamodb/imports:*");
    assertThat(titles()).containsExactlyInAnyOrder("Rush", "Prisoners", "Star Wars");
    var table = client.describeTable(request -> request.tableName("films")).table();
    assertThat(table.tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThat(table.itemCount()).isEqualTo(3);
    assertThat(table.tableId()).isEqualTo(done.tableId());
  }

  @Test
  void many_compressed_objects_under_a_prefix_fill_a_table_and_its_index() throws IOException {
    Files.createDirectories(bucket.resolve("2026/data"));
    for (int i = 0; i < 7; i++) {
      var lines = new StringBuilder();
      for (int j = 0; j < 500; j++) {
        lines.append(
            "$ion_1_0 {Item:{year:%d.,title:\"t%d\",studio:\"s%d\"}}\n".formatted(i, j, j % 3));
      }
      Files.write(bucket.resolve("2026/data/" + i + ".ion.gz"), gzip(lines.toString()));
    }
    Files.writeString(bucket.resolve("2026/manifest.json"), "not to be read");

    var done =
        await(
            begin(
                    films(InputFormat.ION).toBuilder()
                        .inputCompressionType(InputCompressionType.GZIP)
                        .s3BucketSource(
                            source -> source.s3Bucket("films").s3KeyPrefix("2026/data/"))
                        .build())
                .importArn());

    assertThat(done.importStatus()).isEqualTo(ImportStatus.COMPLETED);
    assertThat(done.importedItemCount()).isEqualTo(3500);
    var studio =
        client
            .queryPaginator(request ->
                request
                    .tableName("films")
                    .indexName("studios")
                    .keyConditionExpression("studio = :s")
                    .expressionAttributeValues(Map.of(":s", AttributeValue.fromS("s1"))))
            .items()
            .stream()
            .count();
    assertThat(studio).isEqualTo(7 * 167);
  }

  @Test
  void keys_in_csv_have_their_declared_types_and_other_fields_are_strings() throws IOException {
    Files.writeString(
        bucket.resolve("films.csv"),
        "2013;\"Rush; the film\";8.1\r\n1977;\"Star \"\"Wars\"\"\";\"two\nlines\"\r\n");

    var done =
        await(
            begin(
                    films(InputFormat.CSV).toBuilder()
                        .inputFormatOptions(options ->
                            options.csv(
                                csv -> csv.delimiter(";").headerList("year", "title", "rating")))
                        .build())
                .importArn());

    assertThat(done.importStatus()).isEqualTo(ImportStatus.COMPLETED);
    assertThat(item(2013, "Rush; the film")).containsEntry("rating", AttributeValue.fromS("8.1"));
    assertThat(item(1977, "Star \"Wars\""))
        .containsEntry("rating", AttributeValue.fromS("two\nlines"));
    assertThat(done.inputFormatOptions().csv().headerList())
        .containsExactly("year", "title", "rating");
  }

  @Test
  void invalid_items_are_counted_and_logged_and_valid_ones_are_imported() throws IOException {
    Files.writeString(
        bucket.resolve("films.json"),
        """
        {"Item":{"year":{"N":"2013"},"title":{"S":"Rush"}}}
        {"Item":{"year":{"N":"2013"}}}
        {"Item":{"year":{"S":"2013"},"title":{"S":"Rush"}}}
        {"Item":{"year":{"N":"2013"},"title":{"S":""}}}
        {"Item":{"year":{"N":"2013"},"title":{"S":"Big"},"x":{"S":"%s"}}}
        {"Item":{"year":{"N":"2013"},"title":{"S":"Set"},"x":{"SS":[]}}}
        {"Item":{"year":{"N":"1977"},"title":{"S":"Star Wars"}}}
        {"Item":{"year":{"N":"1977"},"title":{"S":"Star Wars"},"again":{"BOOL":true}}}
        """
            .formatted("x".repeat(410_000)));

    var done = await(begin(films(InputFormat.DYNAMODB_JSON)).importArn());

    assertThat(done.importStatus()).isEqualTo(ImportStatus.FAILED);
    assertThat(done.failureCode()).isEqualTo("ItemValidationError");
    assertThat(done.failureMessage())
        .isEqualTo(
            "Some of the items failed validation checks and were not imported. Please check"
                + " CloudWatch error logs for more details.");
    assertThat(done.processedItemCount()).isEqualTo(8);
    assertThat(done.importedItemCount()).isEqualTo(3);
    assertThat(done.errorCount()).isEqualTo(5);
    assertThat(titles()).containsExactlyInAnyOrder("Rush", "Star Wars");
    assertThat(item(1977, "Star Wars")).containsKey("again");
    assertThat(errors(done))
        .hasSize(5)
        .anySatisfy(line ->
            assertThat(line)
                .isEqualTo(
                    "{\"itemS3Pointer\":{\"bucket\":\"films\",\"key\":\"films.json\",\"itemIndex\":1},"
                        + "\"importArn\":\""
                        + done.importArn()
                        + "\",\"errorMessages\":[\"One or more parameter values were invalid:"
                        + " Missing the key title in the item\"]}"));
  }

  @Test
  void a_line_without_an_item_ends_its_object_and_the_import_continues_with_the_next()
      throws IOException {
    String line = "{\"Item\":{\"year\":{\"N\":\"%d\"},\"title\":{\"S\":\"a\"}}}\n";
    Files.writeString(
        bucket.resolve("a"), line.formatted(1) + "no JSON\n" + line.formatted(2) + "no JSON\n");
    Files.writeString(
        bucket.resolve("b"), line.formatted(3) + "{\"year\":{\"N\":\"4\"}}\n" + line.formatted(4));
    Files.writeString(bucket.resolve("c"), line.formatted(5));

    var done = await(begin(films(InputFormat.DYNAMODB_JSON)).importArn());

    assertThat(done.importStatus()).isEqualTo(ImportStatus.FAILED);
    assertThat(done.failureCode()).isEqualTo("ItemValidationError");
    assertThat(done.processedItemCount()).isEqualTo(5);
    assertThat(done.importedItemCount()).isEqualTo(3);
    assertThat(done.errorCount()).isEqualTo(2);
    assertThat(errors(done)).hasSize(2);
    assertThat(titles()).hasSize(3);
  }

  @Test
  void an_import_without_objects_creates_an_empty_table() {
    var done = await(begin(films(InputFormat.DYNAMODB_JSON)).importArn());

    assertThat(done.importStatus()).isEqualTo(ImportStatus.COMPLETED);
    assertThat(done.processedItemCount()).isZero();
    assertThat(done.processedSizeBytes()).isNull();
    assertThat(titles()).isEmpty();
  }

  @Test
  void an_object_that_is_not_compressed_leaves_the_table_active() throws IOException {
    Files.writeString(bucket.resolve("films.gz"), FILMS);

    var done =
        await(
            begin(
                    films(InputFormat.DYNAMODB_JSON).toBuilder()
                        .inputCompressionType(InputCompressionType.GZIP)
                        .build())
                .importArn());

    assertThat(done.failureCode()).isEqualTo("ItemValidationError");
    assertThat(done.processedItemCount()).isEqualTo(1);
    assertThat(done.importedItemCount()).isZero();
    assertThat(titles()).isEmpty();
  }

  @Test
  void a_damaged_object_is_skipped_and_the_import_continues_with_the_next() throws IOException {
    byte[] whole = gzip(FILMS);
    Files.write(bucket.resolve("a.gz"), Arrays.copyOf(whole, whole.length - 12));
    Files.writeString(bucket.resolve("b.gz"), "no gzip");
    Files.write(
        bucket.resolve("c.gz"),
        gzip("{\"Item\":{\"year\":{\"N\":\"1\"},\"title\":{\"S\":\"c\"}}}"));

    var done =
        await(
            begin(
                    films(InputFormat.DYNAMODB_JSON).toBuilder()
                        .inputCompressionType(InputCompressionType.GZIP)
                        .build())
                .importArn());

    assertThat(done.importStatus()).isEqualTo(ImportStatus.FAILED);
    assertThat(done.failureCode()).isEqualTo("ItemValidationError");
    assertThat(done.errorCount()).isEqualTo(2);
    assertThat(titles()).contains("c");
    assertThat(errors(done)).hasSize(2);
  }

  @Test
  void an_import_from_a_missing_bucket_leaves_no_table() {
    var begun =
        begin(
            films(InputFormat.ION).toBuilder()
                .s3BucketSource(source -> source.s3Bucket("no-such-bucket"))
                .build());

    var done = await(begun.importArn());

    assertThat(done.importStatus()).isEqualTo(ImportStatus.FAILED);
    assertThat(done.failureCode()).isEqualTo("S3NoSuchBucket");
    assertThat(done.failureMessage()).startsWith("The specified bucket does not exist");
    assertThat(client.listTables().tableNames()).isEmpty();
  }

  @Test
  void a_bucket_of_another_account_is_refused() {
    var begun =
        begin(
            films(InputFormat.ION).toBuilder()
                .s3BucketSource(source -> source.s3Bucket("films").s3BucketOwner("123456789012"))
                .build());

    assertThat(await(begun.importArn()).failureCode()).isEqualTo("S3AccessDenied");
  }

  @Test
  void a_client_token_identifies_its_import_for_eight_hours() throws IOException {
    Files.writeString(bucket.resolve("films.json"), FILMS);
    var request = films(InputFormat.DYNAMODB_JSON).toBuilder().clientToken("once").build();

    var first = begin(request);

    await(first.importArn());
    assertThatThrownBy(() -> begin(request))
        .isInstanceOf(ResourceInUseException.class)
        .hasMessageContaining("Table already exists: films");
    client.deleteTable(table -> table.tableName("films"));
    assertThat(begin(request.toBuilder().inputFormat(InputFormat.ION).build()).importArn())
        .isEqualTo(first.importArn());
    assertThatThrownBy(
            () -> begin(request.toBuilder().tableCreationParameters(parameters("others")).build()))
        .isInstanceOf(ImportConflictException.class)
        .hasMessageContaining(
            "Import conflict: Duplicate request detected with conflicting parameters");
    now = now.plus(Duration.ofHours(8));
    assertThat(begin(request).importArn()).isNotEqualTo(first.importArn());
  }

  @Test
  void imports_are_listed_in_pages_newest_first() throws IOException {
    Files.writeString(bucket.resolve("films.json"), FILMS);
    for (String name : List.of("film-c", "film-a", "film-b")) {
      await(
          begin(
                  films(InputFormat.DYNAMODB_JSON).toBuilder()
                      .tableCreationParameters(parameters(name))
                      .build())
              .importArn());
      now = now.plusMillis(1);
    }

    var first = client.listImports(request -> request.pageSize(2));
    var second = client.listImports(request -> request.pageSize(2).nextToken(first.nextToken()));
    var one =
        client.listImports(
            request -> request.tableArn("arn:aws:dynamodb:us-east-1:000000000000:table/film-b"));

    assertThat(first.importSummaryList())
        .extracting(summary -> summary.tableArn().replaceAll(".*/", ""))
        .containsExactly("film-b", "film-a");
    assertThat(second.importSummaryList())
        .extracting(summary -> summary.tableArn().replaceAll(".*/", ""))
        .containsExactly("film-c");
    assertThatThrownBy(() -> client.listExports(all -> all.nextToken(first.nextToken())))
        .hasMessageContaining("Provided nextToken is invalid: " + first.nextToken());
    assertThat(second.nextToken()).isNull();
    assertThat(one.importSummaryList()).hasSize(1);
    assertThat(one.importSummaryList().getFirst().importStatus()).isEqualTo(ImportStatus.COMPLETED);
    now = now.plus(Duration.ofDays(91));
    assertThat(client.listImports(request -> {}).importSummaryList()).isEmpty();
  }

  @Test
  void an_unknown_import_is_not_found() {
    assertThatThrownBy(() ->
            client.describeImport(request ->
                request.importArn(
                    "arn:aws:dynamodb:us-east-1:000000000000:table/films/import/01795233600000-aaaaaaaa")))
        .isInstanceOf(ImportNotFoundException.class);
  }

  private ImportTableDescription begin(ImportTableRequest request) {
    return client.importTable(request).importTableDescription();
  }

  private ImportTableDescription await(String arn) {
    return Eventually.get(
        "the import has ended",
        Duration.ofMinutes(10),
        () -> client.describeImport(request -> request.importArn(arn)).importTableDescription(),
        description -> description.importStatus() != ImportStatus.IN_PROGRESS);
  }

  private List<String> titles() {
    return client.scanPaginator(request -> request.tableName("films")).items().stream()
        .map(item -> Objects.requireNonNull(item.get("title")).s())
        .toList();
  }

  private Map<String, AttributeValue> item(int year, String title) {
    return client
        .getItem(request ->
            request
                .tableName("films")
                .key(
                    Map.of(
                        "year", AttributeValue.fromN(Integer.toString(year)),
                        "title", AttributeValue.fromS(title))))
        .item();
  }

  private List<String> errors(ImportTableDescription done) throws IOException {
    String id = done.importArn().replaceAll(".*/", "");
    Path log = folder.resolve("buckets/.logs/aws-dynamodb/imports/" + id + "/error");
    return Files.readString(log).lines().collect(Collectors.toList());
  }

  private static byte[] gzip(String text) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private static ImportTableRequest films(InputFormat format) {
    return ImportTableRequest.builder()
        .s3BucketSource(source -> source.s3Bucket("films"))
        .inputFormat(format)
        .tableCreationParameters(parameters("films"))
        .build();
  }

  private static TableCreationParameters parameters(String name) {
    return TableCreationParameters.builder()
        .tableName(name)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(
            attribute("year", ScalarAttributeType.N),
            attribute("title", ScalarAttributeType.S),
            attribute("studio", ScalarAttributeType.S))
        .keySchema(key("year", KeyType.HASH), key("title", KeyType.RANGE))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName("studios")
                .keySchema(key("studio", KeyType.HASH))
                .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                .build())
        .build();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
