package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The console costs a start nothing: none of its classes is loaded before its first request. */
class ConsoleStartTest {
  private static final String PACKAGE = "dev.gramme.server.console.";

  /** Loads the server's classes apart from those of the tests, and records the console's. */
  private static final class RecordingLoader extends URLClassLoader {
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();

    RecordingLoader(URL[] classPath) {
      super(classPath, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(PACKAGE)) {
        loaded.add(name.substring(PACKAGE.length()));
      }
      return super.findClass(name);
    }
  }

  private static URL[] classPath() throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var urls = new ArrayList<URL>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  @Test
  void no_class_of_the_console_is_loaded_before_its_first_request() throws Exception {
    try (var loader = new RecordingLoader(classPath());
        var client = HttpClient.newHttpClient()) {
      Object settings =
          loader
              .loadClass("dev.gramme.server.settings.Settings")
              .getMethod("read", List.class, Map.class)
              .invoke(null, List.of("--port=0", "--in-memory", "--console=on"), Map.of());
      Class<?> type = loader.loadClass("dev.gramme.server.Node");
      Object node = type.getMethod("start", settings.getClass()).invoke(null, settings);
      try {
        String origin = "http://127.0.0.1:" + type.getMethod("port").invoke(node);
        assertThat(status(client, origin + "/health")).isEqualTo(200);
        assertThat(loader.loaded).isEmpty();
        assertThat(status(client, origin + "/console")).isEqualTo(200);
        assertThat(loader.loaded).containsExactly("ConsolePage");
      } finally {
        type.getMethod("close").invoke(node);
      }
    }
  }

  private static int status(HttpClient client, String address) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(address)).build();
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }
}
