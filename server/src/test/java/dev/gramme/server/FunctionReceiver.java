package dev.gramme.server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** The address of a function, which keeps a number of each record that it receives. */
final class FunctionReceiver implements AutoCloseable {
  private final HttpServer http;
  private final List<Integer> received = new CopyOnWriteArrayList<>();

  /**
   * @param number finds the number of a record in its first group
   */
  FunctionReceiver(Pattern number) throws IOException {
    this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          var numbers = number.matcher(body);
          while (numbers.find()) {
            received.add(Integer.valueOf(numbers.group(1)));
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    http.start();
  }

  int port() {
    return http.getAddress().getPort();
  }

  /** The numbers, in the order of arrival. */
  List<Integer> received() {
    return received;
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
