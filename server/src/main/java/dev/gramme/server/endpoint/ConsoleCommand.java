package dev.gramme.server.endpoint;

import dev.gramme.server.console.ConsolePage;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpServer;
import dev.gramme.server.settings.ProgramName;
import dev.gramme.server.web.AllowedHosts;
import dev.gramme.server.web.AllowedOrigins;
import dev.gramme.server.web.WebAccess;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * {@code ./gramme console}: the console of another endpoint, from a process on this machine. It
 * listens on loopback only, since everybody who reaches it uses the credentials of this process.
 */
public final class ConsoleCommand implements AutoCloseable {
  static final String HELP =
      """
      ./gramme console --endpoint URL|aws|aws:PROFILE [options]
        shows the tables of another endpoint in a browser, at http://127.0.0.1:PORT/console

        --endpoint  http://HOST:PORT or https://HOST:PORT of a server with DynamoDB's protocol,
                    aws for AWS with the default credentials, aws:PROFILE for those of a profile
        --region    the first region (AWS_REGION, AWS_DEFAULT_REGION, or us-east-1)
        --port      of this console (8003)
      """;

  private static final String ADDRESS = "127.0.0.1";
  private static final String INVENTED = "console";
  private static final int PORT = 8003;
  private static final int MAX_PORT = 65_535;

  private final RequestForwarder forwarder;
  private final HttpServer http;

  private ConsoleCommand(RequestForwarder forwarder, int port) throws IOException {
    this.forwarder = forwarder;
    this.http =
        HttpServer.start(
            ADDRESS,
            port,
            HttpLimits.DEFAULT,
            new WebAccess(forwarder, AllowedOrigins.NONE, AllowedHosts.loopbackAnd(List.of()))
                .withOwnPages());
  }

  /** Runs until the process ends. Returns a status only after an error. */
  public static int run(
      List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
    if (arguments.contains("--help")) {
      out.print(ProgramName.in(HELP));
      return 0;
    }
    try (var console = start(arguments, environment)) {
      out.println("console  http://%s:%d/console".formatted(ADDRESS, console.port()));
      new CountDownLatch(1).await();
      return 0;
    } catch (IllegalArgumentException e) {
      err.println("gramme: " + e.getMessage());
      return 2;
    } catch (IOException e) {
      err.println("gramme: the console cannot be started: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  /**
   * Starts the console.
   *
   * @throws IllegalArgumentException if an argument is wrong
   * @throws IOException if the port is in use
   */
  public static ConsoleCommand start(List<String> arguments, Map<String, String> environment)
      throws IOException {
    TargetEndpoint endpoint = null;
    String region =
        environment.getOrDefault(
            "AWS_REGION", environment.getOrDefault("AWS_DEFAULT_REGION", "us-east-1"));
    int port = PORT;
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String[] option = rest.next().split("=", 2);
      String value = option.length > 1 ? option[1] : rest.hasNext() ? rest.next() : "";
      switch (option[0]) {
        case "--endpoint" -> endpoint = TargetEndpoint.of(value);
        case "--region" -> region = value;
        case "--port" -> port = port(value);
        default -> throw new IllegalArgumentException("unknown option " + option[0] + "\n" + HELP);
      }
    }
    if (endpoint == null) {
      throw new IllegalArgumentException("--endpoint is missing\n" + HELP);
    }
    return new ConsoleCommand(
        new RequestForwarder(
            new ConsolePage(region, endpoint.name()), endpoint, credentials(endpoint, environment)),
        port);
  }

  private static int port(String text) {
    if (text.matches("[0-9]{1,5}") && Integer.parseInt(text) <= MAX_PORT) {
      return Integer.parseInt(text);
    }
    throw new IllegalArgumentException("--port must be a number from 0 to 65535, not " + text);
  }

  /**
   * The credentials for AWS, or for an address those of the environment. Emulators accept every
   * signature, so without credentials invented ones are used.
   */
  private static AwsCredentialsProvider credentials(
      TargetEndpoint endpoint, Map<String, String> environment) {
    if (endpoint.isAws()) {
      var provider = DefaultCredentialsProvider.builder();
      Optional<String> profile = endpoint.profile();
      profile.ifPresent(provider::profileName);
      return provider.build();
    }
    String accessKey = environment.getOrDefault("AWS_ACCESS_KEY_ID", INVENTED);
    String secretKey = environment.getOrDefault("AWS_SECRET_ACCESS_KEY", INVENTED);
    String token = environment.get("AWS_SESSION_TOKEN");
    return StaticCredentialsProvider.create(
        token == null
            ? AwsBasicCredentials.create(accessKey, secretKey)
            : AwsSessionCredentials.create(accessKey, secretKey, token));
  }

  /** The port of the console. */
  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    http.stop();
    http.close();
    forwarder.close();
  }
}
