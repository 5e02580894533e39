package dev.gramme.mcp;

import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Serves tools over standard input and output. */
final class ProtocolServer {
  private static final String INSTRUCTIONS =
      """
      Tools for tables of DynamoDB's protocol. Items and keys are in DynamoDB JSON. Answers have at most 100 items; the member \
      next of an answer is the argument start of the next call. model_table, explain_costs and find_throttling compute, and \
      send no request unless a table is named.\
      """;

  private ProtocolServer() {}

  static McpSyncServer start(
      List<Tool> tools, String version, InputStream input, OutputStream output) {
    var json = new JacksonMcpJsonMapper(Json.MAPPER);
    return McpServer.sync(new StdioServerTransportProvider(json, input, output))
        .jsonMapper(json)
        .serverInfo("gramme", version)
        .instructions(INSTRUCTIONS)
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .tools(tools.stream().map(ProtocolServer::specification).toList())
        .build();
  }

  private static SyncToolSpecification specification(Tool tool) {
    var description =
        McpSchema.Tool.builder(tool.name(), Json.read(tool.schema()))
            .description(tool.description())
            .annotations(
                ToolAnnotations.builder()
                    .readOnlyHint(!tool.writes())
                    .destructiveHint(tool.writes())
                    .build())
            .build();
    return new SyncToolSpecification(
        description, (_, request) -> answer(tool, request.arguments()));
  }

  /** Errors of a call are results, so that a language model sees them. */
  static CallToolResult answer(Tool tool, Map<String, Object> arguments) {
    try {
      var result = tool.action().call(new Arguments(arguments == null ? Map.of() : arguments, ""));
      return CallToolResult.builder().addTextContent(Json.write(result)).isError(false).build();
    } catch (ToolException e) {
      return error(String.valueOf(e.getMessage()));
    } catch (DynamoDbException e) {
      var details = e.awsErrorDetails();
      return error(
          details == null
              ? String.valueOf(e.getMessage())
              : details.errorCode() + ": " + details.errorMessage());
    } catch (SdkException e) {
      return error("the database does not answer: " + e.getMessage());
    }
  }

  private static CallToolResult error(String message) {
    return CallToolResult.builder().addTextContent(message).isError(true).build();
  }
}
