package dev.gramme.conformance.documents;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;

/** Does what a reader does who follows a page from its beginning to its end. */
final class PageRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration OUTPUT_PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final String SERVER = "./gramme";

  private final Page page;
  private final Path folder;
  private final Ports ports;
  private final Map<String, String> environment = new HashMap<>();
  private final Terminal session;
  private final JavaBlocks java;

  /** The terminals with servers, and the section of the page that started each. */
  private final Map<Terminal, Integer> servers = new LinkedHashMap<>();

  /** The terminals whose output the page may show next, each with its beginning. */
  private final Map<Terminal, Integer> shown = new HashMap<>();

  PageRun(Page page, Path folder, Path commands, Ports ports) throws IOException {
    this.page = page;
    this.folder = folder;
    this.ports = ports;
    this.java = new JavaBlocks(page, ports, folder.resolve("classes"));
    environment.put("PATH", commands + ":" + System.getenv("PATH"));
    environment.put("GRAMME_PORT", String.valueOf(ports.of(8000)));
    this.session = new Terminal(folder, environment, List.of("bash"));
    session.type("set -o pipefail; trap 'echo \"status $?: $BASH_COMMAND\" >>.failed' ERR\n");
  }

  void run() throws Exception {
    for (int index = 0; index < page.blocks().size(); index++) {
      Block block = page.blocks().get(index);
      Block next = index + 1 < page.blocks().size() ? page.blocks().get(index + 1) : null;
      if (!block.isKnown()) {
        throw new AssertionError(
            block + ": unknown words " + (block.language() + " " + block.argument()).strip());
      }
      switch (block.language()) {
        case "sh" -> shell(block, next);
        case "java" -> java(block);
        case "output" -> output(block);
        case "json" -> json(block);
        case "xml" -> xml(block);
        default -> {} // Is only saved or shown.
      }
      if (block.isFile()) {
        Files.writeString(folder.resolve(block.argument()), ports.in(block.text()));
      }
    }
  }

  private void shell(Block block, @Nullable Block next) throws Exception {
    if (block.isServer()) {
      stopServersBefore(block.section());
      startServer(ports.in(block.text()), block.section());
      return;
    }
    if (servers.isEmpty()) {
      startServer(SERVER, 0);
    }
    showFromNow();
    var file = folder.resolve(".block-" + block.line());
    Files.writeString(file, ports.in(block.text()));
    String mark = "end of " + block;
    int position = session.position();
    session.type(". ./%s </dev/null; echo '%s'\n".formatted(file.getFileName(), mark));
    boolean ended = session.await(position, PATIENCE, printed -> printed.contains(mark));
    var failed = folder.resolve(".failed");
    boolean expected =
        next != null
            && next.language().equals("output")
            && next.text().contains("An error occurred");
    if (!ended || (Files.exists(failed) && !expected)) {
      throw new AssertionError(
          "%s:%n%s%n%s"
              .formatted(
                  block,
                  Files.exists(failed) ? Files.readString(failed) : "has not ended",
                  everythingPrinted()));
    }
    Files.deleteIfExists(failed);
  }

  private void startServer(String command, int section) throws Exception {
    showFromNow();
    var terminal = new Terminal(folder, environment, List.of("bash", "-c", command));
    servers.put(terminal, section);
    shown.put(terminal, 0);
    if (!terminal.await(0, PATIENCE, printed -> printed.contains("\n")) || !terminal.isRunning()) {
      throw new AssertionError(
          "%s does not start: %s%n%s".formatted(page.name(), command, terminal.printedFrom(0)));
    }
  }

  private void stopServersBefore(int section) {
    var earlier = servers.entrySet().stream().filter(server -> server.getValue() < section);
    for (Terminal server : earlier.map(Map.Entry::getKey).toList()) {
      server.close();
      servers.remove(server);
    }
  }

  private void java(Block block) throws Exception {
    var command = java.command(block);
    if (!command.isEmpty()) {
      showFromNow();
      try (var terminal = new Terminal(folder, environment, command)) {
        int status = terminal.status(PATIENCE);
        shown.put(terminal, 0);
        if (status != 0) {
          throw new AssertionError(block + ": status " + status + "\n" + terminal.printedFrom(0));
        }
      }
    }
  }

  private void output(Block block) throws InterruptedException {
    String expected = ports.in(block.text());
    long end = System.nanoTime() + OUTPUT_PATIENCE.toNanos();
    do {
      for (var terminal : shown.entrySet()) {
        int position = terminal.getValue();
        if (terminal
            .getKey()
            .await(position, POLL, printed -> Output.contains(printed, expected))) {
          return;
        }
      }
    } while (System.nanoTime() < end);
    throw new AssertionError(
        "%s: expected output%n%s%nbut%n%s".formatted(block, expected, everythingPrinted()));
  }

  private void showFromNow() {
    shown.clear();
    shown.put(session, session.position());
    servers.keySet().forEach(server -> shown.put(server, server.position()));
  }

  private String everythingPrinted() {
    return shown.entrySet().stream()
        .map(terminal -> terminal.getKey().printedFrom(terminal.getValue()))
        .collect(Collectors.joining("\n--\n"));
  }

  private static void json(Block block) throws IOException {
    try (var parser = new JsonFactory().createParser(block.text())) {
      while (parser.nextToken() != null) {
        // Reads to the end.
      }
    }
  }

  private static void xml(Block block) throws Exception {
    var _ =
        DocumentBuilderFactory.newDefaultNSInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(block.text())));
  }

  @Override
  public void close() {
    session.close();
    new ArrayList<>(servers.keySet()).forEach(Terminal::close);
  }
}
