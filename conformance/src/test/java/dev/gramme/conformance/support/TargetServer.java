package dev.gramme.conformance.support;

import dev.gramme.model.Wording;
import java.net.URI;

/** Starts the server under test in this JVM; it lives as long as the JVM does. */
final class TargetServer {
  private TargetServer() {}

  /** Starts a server on a free port of the loopback interface and returns where it listens. */
  static URI start(Wording wording) {
    if (wording == Wording.CURRENT) {
      throw new IllegalStateException("DynamoDB Local speaks the classic wording only");
    }
    return DynamoDbLocal.start().uri();
  }
}
