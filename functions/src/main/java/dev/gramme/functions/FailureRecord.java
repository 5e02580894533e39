package dev.gramme.functions;

import dev.gramme.api.stream.SequenceNumber;
import dev.gramme.wire.JsonWriter;
import java.time.Instant;

/**
 * What is told of a batch that was given up: where it is in the stream, not what was in it.
 *
 * @param requestId unique
 * @param functionArn as an ARN of Lambda would be
 */
record FailureRecord(
    String requestId,
    String functionArn,
    Condition condition,
    StreamBatch batch,
    String shardId,
    String streamArn,
    Instant told) {

  /** Why a batch was given up. */
  enum Condition {
    /** It was repeated as often as was asked for. */
    RETRY_ATTEMPTS_EXHAUSTED("RetryAttemptsExhausted"),
    /** Its records were too old. */
    RECORD_AGE_EXCEEDED("RecordAgeExceeded");

    private final String text;

    Condition(String text) {
      this.text = text;
    }
  }

  byte[] json() {
    var out = new JsonWriter().beginObject();
    out.name("requestContext").beginObject();
    out.name("requestId").string(requestId);
    out.name("functionArn").string(functionArn);
    out.name("condition").string(condition.text);
    out.name("approximateInvokeCount").number(batch.attempts());
    out.endObject();
    out.name("responseContext").beginObject();
    out.name("statusCode").number(200);
    out.name("executedVersion").string("$LATEST");
    out.name("functionError").string("Unhandled");
    out.endObject();
    out.name("version").string("1.0");
    out.name("timestamp").string(told.toString());
    out.name("DDBStreamBatchInfo").beginObject();
    out.name("shardId").string(shardId);
    out.name("startSequenceNumber").string(SequenceNumber.of(batch.first().sequence()));
    out.name("endSequenceNumber").string(SequenceNumber.of(batch.last().sequence()));
    out.name("approximateArrivalOfFirstRecord").string(batch.first().time().toString());
    out.name("approximateArrivalOfLastRecord").string(batch.last().time().toString());
    out.name("batchSize").number(batch.records().size());
    out.name("streamArn").string(streamArn);
    out.endObject();
    return out.endObject().toByteArray();
  }
}
