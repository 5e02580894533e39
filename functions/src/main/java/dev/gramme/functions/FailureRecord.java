package dev.gramme.functions;

import dev.gramme.api.stream.SequenceNumber;
import dev.gramme.wire.JsonWriter;
import java.time.Instant;

/**
 * The report of a discarded batch, in the JSON form that Lambda sends to an on-failure destination:
 * the position of the batch in the stream, without its records.
 *
 * @param requestId a unique id of this report
 * @param functionArn in the form of a Lambda function's ARN
 */
record FailureRecord(
    String requestId,
    String functionArn,
    Condition condition,
    StreamBatch batch,
    String shardId,
    String streamArn,
    Instant time) {

  /** Why a batch was discarded. */
  enum Condition {
    /** It was retried as often as its event source mapping allows. */
    RETRY_ATTEMPTS_EXHAUSTED("RetryAttemptsExhausted"),
    /** Its records were older than its event source mapping allows. */
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
    // Fixed values, as in Lambda's report of a function that failed with an error.
    out.name("statusCode").number(200);
    out.name("executedVersion").string("$LATEST");
    out.name("functionError").string("Unhandled");
    out.endObject();
    out.name("version").string("1.0");
    out.name("timestamp").string(time.toString());
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
