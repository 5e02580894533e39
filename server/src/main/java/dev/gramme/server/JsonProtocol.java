package dev.gramme.server;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.access.Authorizer;
import dev.gramme.auth.policy.Requester;
import dev.gramme.model.ApiError;
import dev.gramme.model.Wording;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.audit.AuditLog;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.pipeline.Authenticator.Identity;
import dev.gramme.server.pipeline.Protocol;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.ErrorBody;
import dev.gramme.wire.JsonSyntax;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.NamedTable;
import dev.gramme.wire.RequestDecoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The operations over JSON: decodes and validates requests, encodes responses. */
final class JsonProtocol implements Protocol {
  private final Map<String, Call> calls = new HashMap<>();
  private final Authorizer authorizer;
  private final String account;
  private final Wording wording;
  private final @Nullable AuditLog audit;

  /**
   * The operations.
   *
   * @param audit the log of authorization decisions; null for none
   */
  JsonProtocol(
      Collection<Operation> operations,
      Authorizer authorizer,
      String account,
      Wording wording,
      @Nullable AuditLog audit) {
    this.audit = audit;
    this.authorizer = authorizer;
    this.account = account;
    this.wording = wording;
    operations.forEach(operation ->
        calls.put(operation.service() + "." + operation.name(), new JsonCall(operation)));
  }

  @Override
  public void unauthentic(Call call, HttpRequest request, String requestId, ApiError refusal) {
    if (audit != null) {
      String type = refusal.type().wireName();
      audit.unauthentic(
          requestId, call.name(), request.source(), type.substring(type.indexOf('#') + 1));
    }
  }

  @Override
  public void undecodable(Call call, Identity identity, String requestId) {
    note(call, identity, requestId, List.of());
  }

  private void note(
      Call call, Identity identity, String requestId, List<AuditLog.Decided> decisions) {
    Requester requester = identity.requester();
    if (audit != null && requester != null) {
      audit.decided(requestId, call.name(), identity.keyId(), requester, decisions);
    }
  }

  @Override
  public @Nullable Call call(String target) {
    return calls.get(target);
  }

  @Override
  public void checkSyntax(byte[] body) {
    JsonSyntax.check(body, 0, body.length);
  }

  @Override
  public List<ByteBuffer> error(ApiError error, RequestBudget budget) {
    boolean holdsItems = error.item().isPresent() || !error.cancellationReasons().isEmpty();
    var json = holdsItems ? new JsonWriter(budget) : new JsonWriter();
    ErrorBody.write(json, error);
    return json.parts();
  }

  private final class JsonCall implements Call {
    private final Operation operation;

    JsonCall(Operation operation) {
      this.operation = operation;
    }

    @Override
    public String name() {
      return operation.name();
    }

    @Override
    public boolean isLong() {
      return operation.isLong();
    }

    @Override
    public String table(byte[] body) {
      return NamedTable.of(body);
    }

    @Override
    public CompletionStage<Answer> execute(
        byte[] body,
        Identity identity,
        @Nullable String host,
        String requestId,
        RequestBudget budget) {
      var decisions = new ArrayList<AuditLog.Decided>(0);
      CompletionStage<Answer> answer;
      try {
        answer = answer(output(body, identity, host, budget, decisions), budget);
      } catch (RequestBudget.TurnOver over) {
        throw over; // the request runs again from its start
      } catch (RuntimeException | Error failure) {
        note(this, identity, requestId, decisions);
        throw failure;
      }
      note(this, identity, requestId, decisions);
      return answer;
    }

    private CompletionStage<Output> output(
        byte[] body,
        Identity identity,
        @Nullable String host,
        RequestBudget budget,
        List<AuditLog.Decided> decisions) {
      var input = RequestDecoder.decode(body, 0, body.length, operation.input(), budget);
      Wording configured = operation.wording(wording, input);
      Constraints.check(input, configured);
      var caller = new Caller(identity.region(), account, configured, host, budget);
      var request = operation.prepare(input, caller);
      Requester requester = identity.requester();
      return requester == null
          ? request.execute()
          : request.execute(
              authorizer.check(
                  requester,
                  request,
                  caller,
                  (access, decision) -> decisions.add(new AuditLog.Decided(access, decision))));
    }

    private static CompletionStage<Answer> answer(
        CompletionStage<Output> output, RequestBudget budget) {
      return output.thenApply(done -> () -> encode(done, budget));
    }

    private static List<ByteBuffer> encode(Output output, RequestBudget budget) {
      if (!output.hasBody()) {
        return List.of();
      }
      var json = new JsonWriter(budget).beginObject();
      output.write(json);
      return json.endObject().parts();
    }
  }
}
