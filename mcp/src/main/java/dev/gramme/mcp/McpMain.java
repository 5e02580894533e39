package dev.gramme.mcp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The command {@code ./gramme mcp}. */
public final class McpMain {
  private static final String DEFAULT_ENDPOINT = "http://127.0.0.1:8000";
  private static final int MISUSED = 2;

  private static final String HELP =
      """
      ./gramme mcp [--endpoint URL] [--region NAME] [--write]

      Serves the Model Context Protocol on standard input and output, for programs with a language model. They can read
      tables, and design them. docs/mcp.md has the set-up of common programs.

        --endpoint URL  the server; default AWS_ENDPOINT_URL_DYNAMODB, else http://127.0.0.1:8000
        --region NAME   its region; default AWS_REGION, else us-east-1
        --write         allow writes of items; without it, tools only read

      Credentials come from the variables and files of the AWS SDKs if AWS_ACCESS_KEY_ID or AWS_PROFILE is set.
      """;

  private McpMain() {}

  /** The options. */
  record Options(URI endpoint, String region, boolean write) {}

  /** Serves until the input ends. */
  public static void main(String[] args) throws InterruptedException {
    if (List.of(args).contains("--help")) {
      System.out.print(HELP);
      return;
    }
    Options options;
    try {
      options = options(List.of(args), System.getenv());
    } catch (IllegalArgumentException e) {
      System.err.println("gramme: " + e.getMessage());
      System.exit(MISUSED);
      return;
    }
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
    PrintStream protocol = System.out;
    // Whatever a library prints must not disturb the protocol.
    System.setOut(System.err);
    var end = new CountDownLatch(1);
    try (var client = client(options, System.getenv())) {
      var server =
          ProtocolServer.start(
              tools(client, options.write()), version(), new Watched(System.in, end), protocol);
      end.await();
      server.closeGracefully();
    }
    System.exit(0);
  }

  static Options options(List<String> args, Map<String, String> environment) {
    String endpoint = environment.getOrDefault("AWS_ENDPOINT_URL_DYNAMODB", DEFAULT_ENDPOINT);
    String region = environment.getOrDefault("AWS_REGION", "us-east-1");
    boolean write = false;
    var rest = args.iterator();
    while (rest.hasNext()) {
      String option = rest.next();
      switch (option) {
        case "--endpoint" -> endpoint = value(option, rest.hasNext() ? rest.next() : null);
        case "--region" -> region = value(option, rest.hasNext() ? rest.next() : null);
        case "--write" -> write = true;
        default ->
            throw new IllegalArgumentException(
                "unknown option \"" + option + "\"; ./gramme mcp --help lists them");
      }
    }
    var address = URI.create(endpoint);
    if (address.getHost() == null || !List.of("http", "https").contains(address.getScheme())) {
      throw new IllegalArgumentException(
          "the endpoint is \"" + endpoint + "\", but must be a URL such as " + DEFAULT_ENDPOINT);
    }
    return new Options(address, region, write);
  }

  private static String value(String option, @Nullable String value) {
    if (value == null) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return value;
  }

  static List<Tool> tools(DynamoDbClient client, boolean write) {
    var data = new DataTools(client, write);
    return Stream.of(data.all(), DesignTools.all(), new CostTools(data).all())
        .flatMap(List::stream)
        .toList();
  }

  private static DynamoDbClient client(Options options, Map<String, String> environment) {
    boolean hasCredentials =
        environment.containsKey("AWS_ACCESS_KEY_ID") || environment.containsKey("AWS_PROFILE");
    AwsCredentialsProvider credentials =
        hasCredentials
            ? DefaultCredentialsProvider.builder().build()
            : StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x"));
    return DynamoDbClient.builder()
        .endpointOverride(options.endpoint())
        .region(Region.of(options.region()))
        .credentialsProvider(credentials)
        .httpClient(UrlConnectionHttpClient.create())
        .build();
  }

  private static String version() {
    var version = McpMain.class.getPackage().getImplementationVersion();
    return version == null ? "(development)" : version;
  }

  /** An input that reports its end. */
  private static final class Watched extends FilterInputStream {
    private final CountDownLatch end;

    Watched(InputStream input, CountDownLatch end) {
      super(input);
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      return seen(super.read());
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return seen(super.read(bytes, offset, length));
    }

    private int seen(int result) {
      if (result < 0) {
        end.countDown();
      }
      return result;
    }
  }
}
