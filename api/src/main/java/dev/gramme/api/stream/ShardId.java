package dev.gramme.api.stream;

import dev.gramme.engine.stream.LogShard;
import dev.gramme.model.ApiError;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The names of shards: {@code shardId-}, 20 digits that tell when it was opened, and its number in
 * 8 hexadecimal digits.
 */
public final class ShardId {
  /** What members that name a shard take. */
  public static final StringShape SHAPE = Shape.string().length(28, 65);

  private static final Pattern FORM = Pattern.compile("shardId-[0-9]{20}-[0-9a-f]{8}");
  private static final int NUMBER_POSITION = 29;
  private static final int HEXADECIMAL = 16;

  private ShardId() {}

  /** The id of a shard. */
  public static String of(LogShard shard) {
    return String.format(Locale.ROOT, "shardId-%020d-%08x", shard.start(), shard.number());
  }

  /** The number of the shard of an id, if it may be one. */
  public static OptionalInt number(String id) {
    return FORM.matcher(id).matches()
        ? OptionalInt.of(Integer.parseUnsignedInt(id.substring(NUMBER_POSITION), HEXADECIMAL))
        : OptionalInt.empty();
  }

  /**
   * The number of the shard of an id.
   *
   * @throws ApiError a ValidationException naming the member if it cannot be one
   */
  public static int require(String id, String member) {
    return number(id)
        .orElseThrow(() ->
            // The service names the member; the rest of its text was not seen (November 2026).
            ApiError.validation("Invalid " + member + ": " + id));
  }
}
