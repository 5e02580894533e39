package dev.gramme.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Reads schemas and writes results. */
final class Json {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static String write(Map<String, Object> members) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(members);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static Map<String, Object> read(String text) {
    try {
      return MAPPER.readValue(text, new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
