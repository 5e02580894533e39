package compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.dynamodb.DynamoDBItemWritable;
import org.apache.hadoop.dynamodb.read.DynamoDBInputFormat;
import org.apache.hadoop.dynamodb.write.DynamoDBOutputFormat;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import scala.Tuple2;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A job writes items to a table in several tasks, and another one reads them and computes. */
class SparkTest {
  private static final String TABLE = "spark-numbers";
  private static final int ITEMS = 1000;

  /** The connector's version of the SDK does not read this variable. */
  private static final String ENDPOINT = System.getenv("AWS_ENDPOINT_URL_DYNAMODB");

  @Test
  void a_job_writes_all_items_and_another_one_reads_them() {
    try (var client = DynamoDbClient.builder().endpointOverride(URI.create(ENDPOINT)).build()) {
      client.createTable(table ->
          table
              .tableName(TABLE)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .attributeDefinitions(
                  a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
              .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH)));
      var conf =
          new SparkConf()
              .setMaster("local[2]")
              .setAppName("numbers")
              .set("spark.ui.enabled", "false")
              .set("spark.driver.bindAddress", "127.0.0.1")
              .set("spark.driver.host", "127.0.0.1");
      try (var spark = new JavaSparkContext(conf)) {
        spark
            .parallelize(IntStream.rangeClosed(1, ITEMS).boxed().toList(), 2)
            .mapToPair(number -> new Tuple2<>(new Text(), item(number)))
            .saveAsHadoopDataset(job(spark));
        var items =
            spark.hadoopRDD(
                job(spark), DynamoDBInputFormat.class, Text.class, DynamoDBItemWritable.class);

        assertEquals(ITEMS, client.scan(s -> s.tableName(TABLE)).count());
        assertEquals(ITEMS, items.count());
        assertEquals(
            ITEMS * (ITEMS + 1L) / 2,
            items
                .map(pair -> Long.parseLong(pair._2().getItem().get("number").n()))
                .reduce(Long::sum));
      }
    }
  }

  private static DynamoDBItemWritable item(int number) {
    var item = new DynamoDBItemWritable();
    item.setItem(
        Map.of(
            "id", AttributeValue.fromS("number-" + number),
            "number", AttributeValue.fromN("" + number)));
    return item;
  }

  private static JobConf job(JavaSparkContext spark) {
    var job = new JobConf(spark.hadoopConfiguration());
    job.set("dynamodb.endpoint", ENDPOINT);
    job.set("dynamodb.region", "us-east-1");
    job.set("dynamodb.awsAccessKeyId", "x");
    job.set("dynamodb.awsSecretAccessKey", "x");
    job.set("dynamodb.input.tableName", TABLE);
    job.set("dynamodb.output.tableName", TABLE);
    // Outside of EMR the connector does not know the size of the cluster.
    job.set("dynamodb.max.map.tasks", "2");
    job.set("dynamodb.yarn.enabled", "false");
    job.set("dynamodb.throughput.read", "1000");
    job.set("dynamodb.throughput.write", "1000");
    job.setInputFormat(DynamoDBInputFormat.class);
    job.setOutputFormat(DynamoDBOutputFormat.class);
    return job;
  }
}
