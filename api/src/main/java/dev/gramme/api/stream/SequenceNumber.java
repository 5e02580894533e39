package dev.gramme.api.stream;

import dev.gramme.model.ApiError;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import java.util.Locale;
import java.util.regex.Pattern;

/** Sequence numbers as they are shown: a 1 and 20 digits, so that all have the same length. */
public final class SequenceNumber {
  /** What members that are sequence numbers take. */
  public static final StringShape SHAPE = Shape.string().length(21, 40);

  private static final Pattern FORM = Pattern.compile("10([0-9]{19})");

  private SequenceNumber() {}

  /** How a sequence number of the log is shown. */
  public static String of(long sequence) {
    return String.format(Locale.ROOT, "1%020d", sequence);
  }

  /**
   * The sequence number that is shown so.
   *
   * @throws ApiError a ValidationException if it is none
   */
  public static long parse(String shown) {
    var matcher = FORM.matcher(shown);
    if (matcher.matches() && matcher.group(1).compareTo("9223372036854775807") < 0) {
      return Long.parseLong(matcher.group(1));
    }
    throw notOfShard();
  }

  /** What answers a sequence number that no record of the shard has. */
  public static ApiError notOfShard() {
    // The service's text was not seen; this is DynamoDB Local's (November 2026).
    return ApiError.validation("Invalid SequenceNumber for the shard");
  }
}
