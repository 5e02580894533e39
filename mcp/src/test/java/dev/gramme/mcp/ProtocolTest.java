package dev.gramme.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server as a process, with the client of the protocol's SDK. */
@Tag("slow")
class ProtocolTest {
  private static final int PATIENCE_SECONDS = 60;

  private static List<String> command(String... options) {
    var arguments = new ArrayList<>(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp"));
    arguments.add(System.getProperty("java.class.path"));
    arguments.add(McpMain.class.getName());
    arguments.addAll(List.of(options));
    return arguments;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static McpSyncClient connect(String... options) {
    var server = ServerParameters.builder(java()).args(command(options)).build();
    var client =
        McpClient.sync(new StdioClientTransport(server, new JacksonMcpJsonMapper(Json.MAPPER)))
            .build();
    client.initialize();
    return client;
  }

  private static CallToolRequest request(String tool, Map<String, Object> arguments) {
    return CallToolRequest.builder(tool).arguments(arguments).build();
  }

  @Test
  void a_client_lists_tools_and_calls_them() {
    try (var client = connect("--endpoint", "http://127.0.0.1:1")) {
      assertThat(client.listTools().tools())
          .extracting(McpSchema.Tool::name)
          .containsExactlyInAnyOrder(
              "list_tables",
              "describe_table",
              "get_item",
              "query",
              "scan",
              "partiql",
              "model_table",
              "explain_costs",
              "find_throttling");
      var costs =
          client.callTool(
              request("explain_costs", Map.of("operation", "GetItem", "item_bytes", 1)));
      assertThat(costs.content().toString()).contains("\"read_units\" : 0.5");
    }
  }

  @Test
  void what_is_not_supported_is_answered_with_an_error() {
    try (var client = connect("--endpoint", "http://127.0.0.1:1")) {
      assertThatThrownBy(() -> client.callTool(request("put_item", Map.of())))
          .isInstanceOf(McpError.class);
      assertThatThrownBy(client::listPrompts).isInstanceOf(Exception.class);
      var wrong = client.callTool(request("query", Map.of("table", 1)));
      assertThat(wrong.isError()).isTrue();
      var unreachable = client.callTool(request("list_tables", Map.of()));
      assertThat(unreachable.isError()).isTrue();
      assertThat(unreachable.content().toString()).contains("the database does not answer");
    }
  }

  @Test
  void the_output_has_only_messages_and_the_process_ends_with_its_input() throws Exception {
    var command = new ArrayList<>(List.of(java()));
    command.addAll(command());
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    var writer = process.outputWriter(StandardCharsets.UTF_8);
    writer.write(
        """
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {},\
         "clientInfo": {"name": "test", "version": "1"}}}
        """);
    writer.flush();
    var reader = process.inputReader(StandardCharsets.UTF_8);
    assertThat(reader.readLine()).startsWith("{").contains("\"id\":1", "\"name\":\"gramme\"");
    writer.close();
    assertThat(reader.lines().toList()).isEmpty();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void a_wrong_option_is_reported() throws Exception {
    var command = new ArrayList<>(List.of(java()));
    command.addAll(command("--endpoint", "nonsense"));
    var process = new ProcessBuilder(command).start();
    assertThat(process.errorReader(StandardCharsets.UTF_8).lines().toList())
        .anyMatch(line -> line.startsWith("gramme: the endpoint is \"nonsense\""));
    assertThat(process.waitFor()).isEqualTo(2);
  }
}
