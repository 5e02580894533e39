package dev.gramme.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

/** The metrics page of a server. */
final class ServerMetrics {
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest request;

  ServerMetrics(int adminPort) {
    request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/metrics")).build();
  }

  /** The current values by name; for a metric with labels, the sum over all labels. */
  Map<String, Double> read() throws IOException, InterruptedException {
    var response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("/metrics was answered " + response.statusCode());
    }
    return parse(response.body());
  }

  static Map<String, Double> parse(String page) {
    var values = new HashMap<String, Double>();
    for (var line : page.split("\n")) {
      int space = line.lastIndexOf(' ');
      if (!line.startsWith("#") && space > 0) {
        var name = line.substring(0, space).replaceFirst("\\{.*", "");
        values.merge(name, Double.parseDouble(line.substring(space + 1)), Double::sum);
      }
    }
    return values;
  }
}
