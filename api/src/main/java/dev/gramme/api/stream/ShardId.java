package dev.gramme.api.stream;

import dev.gramme.engine.stream.LogShard;
import dev.gramme.model.ApiError;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The ids of shards: {@code shardId-}, the opening time of the shard in 20 digits, and its number
 * in 8 hexadecimal digits.
 */
public final class ShardId {
  /** The shape of members that are shard ids. */
  public static final StringShape SHAPE = Shape.string().length(28, 65);

  private static final Pattern FORM = Pattern.compile("shardId-[0-9]{20}-[0-9a-f]{8}");
  private static final int NUMBER_POSITION = 29;
  private static final int HEXADECIMAL = 16;

  private ShardId() {}

  /** The id of a shard. */
  public static String of(LogShard shard) {
    return String.format(Locale.ROOT, "shardId-%020d-%08x", shard.start(), shard.number());
  }

  /** The number of the shard with an id, if the id is well-formed. */
  public static OptionalInt number(String id) {
    return FORM.matcher(id).matches()
        ? OptionalInt.of(Integer.parseUnsignedInt(id.substring(NUMBER_POSITION), HEXADECIMAL))
        : OptionalInt.empty();
  }

  /**
   * The number of the shard with an id.
   *
   * @throws ApiError a ValidationException with the member's name if the id is malformed
   */
  public static int require(String id, String member) {
    return number(id)
        .orElseThrow(() ->
            // The service's text contains the member's name; the rest of it was not observed
            // (November 2026).
            ApiError.validation("Invalid " + member + ": " + id));
  }
}
