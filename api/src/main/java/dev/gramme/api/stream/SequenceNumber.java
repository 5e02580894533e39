package dev.gramme.api.stream;

import dev.gramme.model.ApiError;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import java.util.Locale;
import java.util.regex.Pattern;

/** The external form of sequence numbers: a 1 and 20 digits, so that all have the same length. */
public final class SequenceNumber {
  /** The shape of members that are sequence numbers. */
  public static final StringShape SHAPE = Shape.string().length(21, 40);

  private static final Pattern FORM = Pattern.compile("10([0-9]{19})");

  private SequenceNumber() {}

  /** The external form of a sequence number of the log. */
  public static String of(long sequence) {
    return String.format(Locale.ROOT, "1%020d", sequence);
  }

  /**
   * Parses the external form of a sequence number.
   *
   * @throws ApiError a ValidationException if it is invalid
   */
  public static long parse(String shown) {
    var matcher = FORM.matcher(shown);
    if (matcher.matches() && matcher.group(1).compareTo("9223372036854775807") < 0) {
      return Long.parseLong(matcher.group(1));
    }
    throw notOfShard();
  }

  /** The error for a sequence number that is not in the shard. */
  public static ApiError notOfShard() {
    // The service's text was not observed; this is DynamoDB Local's (November 2026).
    return ApiError.validation("Invalid SequenceNumber for the shard");
  }
}
