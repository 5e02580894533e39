package dev.gramme.embedded.access;

import static dev.gramme.embedded.access.SecuredDatabase.key;
import static dev.gramme.embedded.access.SecuredDatabase.s;
import static dev.gramme.embedded.access.SecuredDatabase.user;

import com.sun.management.ThreadMXBean;
import dev.gramme.auth.identity.Identities;
import dev.gramme.embedded.Gramme;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Measures the cost of verifying the signature of a GetItem and authorizing it. Run it by hand. It
 * repeats one signed request to a database with identities and to one without, and prints the CPU
 * time of each for every round. The first rounds are warm-up.
 */
final class AccessCost {
  private static final int ROUNDS = 8;
  private static final int LOOPS = 20_000;
  private static final String POLICY =
      """
      {"Effect":"Allow","Action":["dynamodb:GetItem","dynamodb:Query"],
       "Resource":"arn:aws:dynamodb:us-east-1:000000000000:table/films",
       "Condition":{"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":["${aws:username}"]}}}\
      """;

  private AccessCost() {}

  public static void main(String[] args) throws Exception {
    var identities =
        Identities.parse(
            "{\"identities\":["
                + user("alice", POLICY)
                + ","
                + user("admin", "{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"}")
                + "]}",
            Gramme.ACCOUNT);
    try (var open = Gramme.inMemory();
        var closed = Gramme.builder().identities(identities).inMemory()) {
      for (int round = 0; round < ROUNDS; round++) {
        long without = nanos(open);
        long with = nanos(closed);
        System.out.printf(
            "a GetItem: %,d ns without identities, %,d ns with, %,d ns more%n",
            without, with, with - without);
      }
    }
  }

  private static long nanos(Gramme gramme) throws Exception {
    var recorder = new Recorder(gramme.httpClient());
    try (var admin = client(gramme.httpClient(), "admin");
        var alice = client(recorder, "alice")) {
      if (admin.listTables().tableNames().isEmpty()) {
        SecuredDatabase.createTable(admin, "films");
        Map<String, AttributeValue> item = Map.of("pk", s("alice"), "sk", s("1"), "v", s("text"));
        admin.putItem(put -> put.tableName("films").item(item));
      }
      alice.getItem(get -> get.tableName("films").key(key("alice", "1")));
      var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long start = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < LOOPS; i++) {
        recorder.repeat();
      }
      return (threads.getCurrentThreadCpuTime() - start) / LOOPS;
    }
  }

  private static DynamoDbClient client(SdkHttpClient http, String name) {
    return DynamoDbClient.builder()
        .httpClient(http)
        .region(Region.US_EAST_1)
        .endpointOverride(URI.create("http://gramme.test"))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(name, name + "-secret")))
        .build();
  }

  /** Records the last request, so that it can be repeated without signing it again. */
  private static final class Recorder implements SdkHttpClient {
    private final SdkHttpClient client;
    private HttpExecuteRequest last = HttpExecuteRequest.builder().build();

    Recorder(SdkHttpClient client) {
      this.client = client;
    }

    @Override
    public software.amazon.awssdk.http.ExecutableHttpRequest prepareRequest(
        HttpExecuteRequest request) {
      last = request;
      return client.prepareRequest(request);
    }

    void repeat() throws Exception {
      int status = client.prepareRequest(last).call().httpResponse().statusCode();
      if (status != 200) {
        throw new IllegalStateException("unexpected status " + status);
      }
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
