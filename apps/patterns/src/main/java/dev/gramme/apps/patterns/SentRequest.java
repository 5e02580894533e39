package dev.gramme.apps.patterns;

import java.nio.charset.StandardCharsets;

/**
 * A request as it was sent.
 *
 * @param operation its operation, such as {@code Query}
 * @param json its body
 * @param thread the number of the thread that sent it
 */
public record SentRequest(String operation, String json, long thread) {
  static SentRequest of(String target, byte[] body) {
    return new SentRequest(
        target.substring(target.lastIndexOf('.') + 1),
        new String(body, StandardCharsets.UTF_8),
        Thread.currentThread().threadId());
  }
}
