package dev.gramme.api.stream;

import dev.gramme.api.Caller;
import dev.gramme.engine.stream.Streams;
import dev.gramme.engine.stream.TableStream;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ARN of a stream: {@code <table's ARN>/stream/<label>}. */
public record StreamArn(String region, String account, String tableName, String label) {
  /** The shape of members that are stream ARNs. */
  public static final StringShape SHAPE = Shape.string().length(37, 1024);

  private static final Pattern FORM =
      Pattern.compile(
          "arn:aws:dynamodb:([a-z0-9-]+):([0-9]{12}):table/([a-zA-Z0-9_.-]{3,255})/stream/([0-9T:.-]+)");

  /**
   * Parses an ARN.
   *
   * @throws ApiError a ValidationException if it is not the ARN of a stream
   */
  public static StreamArn parse(String arn) {
    Matcher matcher = FORM.matcher(arn);
    if (!matcher.matches()) {
      // The service's text was not observed (November 2026).
      throw ApiError.validation("Invalid StreamArn: " + arn);
    }
    return new StreamArn(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4));
  }

  /** The ARN of a stream. */
  public static String of(TableStream stream, Caller caller) {
    return "arn:aws:dynamodb:"
        + stream.region()
        + ":"
        + caller.account()
        + ":table/"
        + stream.tableName()
        + "/stream/"
        + stream.label();
  }

  /**
   * The stream with an ARN.
   *
   * @throws ApiError a ValidationException if it is not the ARN of a stream, a
   *     ResourceNotFoundException if the stream does not exist or no longer exists
   */
  public static TableStream require(Streams streams, String arn, Caller caller) {
    var parsed = parse(arn);
    return streams
        .find(parsed.tableName, parsed.label)
        .filter(stream -> of(stream, caller).equals(arn))
        .orElseThrow(() ->
            ApiError.of(
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Stream: " + arn + " not found"));
  }
}
