package dev.gramme.conformance.support;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/** The main class of the child JVM: DynamoDB Local on a loopback socket. */
public final class DynamoDbLocalMain {
  static final String READY = "listening on ";

  private DynamoDbLocalMain() {}

  /** Serves until standard input ends, at the latest when the parent process dies. */
  @SuppressWarnings("SystemOut") // the parent reads the port from it
  public static void main(String[] args) throws Exception {
    var database = new LocalDynamoDBRequestHandler(0, true, null, true, false);
    var server = new Server();
    try (var connector = new ServerConnector(server)) {
      connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
      connector.setPort(0);
      server.addConnector(connector);
      server.setHandler(new LocalDynamoDBServerHandler(database, "*"));
      server.start();
      System.out.println(READY + "http://127.0.0.1:" + connector.getLocalPort());
      awaitEndOfInput();
      server.stop();
    } finally {
      database.shutdown();
    }
  }

  private static void awaitEndOfInput() throws IOException {
    System.in.transferTo(OutputStream.nullOutputStream());
  }
}
