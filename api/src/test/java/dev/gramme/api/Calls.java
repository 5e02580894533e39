package dev.gramme.api;

import dev.gramme.engine.Engine;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import java.util.UUID;

/** Calls operations with JSON requests, without a server. */
final class Calls {
  private final Caller caller = new Caller("us-east-1", "000000000000", Wording.CLASSIC);
  private final Operations operations;

  Calls(Engine engine) {
    operations = new Operations(engine, () -> new UUID(0, 1));
  }

  /** The JSON answer of a request; throws the errors of the operation. */
  String answer(String name, String request) {
    var operation = operations.find(name).orElseThrow();
    byte[] body = Utf8.bytes(request);
    var input = RequestDecoder.decode(body, 0, body.length, operation.input());
    Constraints.check(input, caller.wording());
    var out = new JsonWriter().beginObject();
    operation.prepare(input, caller).execute().toCompletableFuture().join().write(out);
    return out.endObject().toString();
  }
}
