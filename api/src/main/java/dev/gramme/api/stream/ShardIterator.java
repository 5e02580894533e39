package dev.gramme.api.stream;

import dev.gramme.engine.stream.Streams.Position;
import dev.gramme.model.ApiError;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.ErrorType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.zip.CRC32;

/**
 * A position in a shard that is valid for a limited time: {@code <stream's ARN>|1|<Base64>}. The
 * encoded part contains the shard, the position, the time of issue and a checksum, which detects
 * corruption.
 */
public record ShardIterator(String streamArn, Position position, Instant issued) {
  /** How long an iterator is valid. */
  private static final Duration LIFE = Duration.ofMinutes(15);

  private static final String SEPARATOR = "|1|";
  private static final int BYTES = 4 + 8 + 1 + 8 + 4;

  /** The text form that the client receives. */
  public String text() {
    var out = new ByteWriter(BYTES);
    out.writeInt(position.shard()).writeLong(position.from()).writeByte(position.exact() ? 1 : 0);
    out.writeLong(issued.toEpochMilli());
    byte[] body = out.toByteArray();
    byte[] all = new ByteWriter(BYTES).write(body).writeInt(checksum(body)).toByteArray();
    return streamArn + SEPARATOR + Base64.getEncoder().encodeToString(all);
  }

  /**
   * Parses an iterator from a client.
   *
   * @throws ApiError a ValidationException if it is malformed, an ExpiredIteratorException if it
   *     has expired
   */
  public static ShardIterator parse(String text, Instant now) {
    int separator = text.indexOf(SEPARATOR);
    if (separator < 0) {
      throw invalid();
    }
    byte[] all;
    try {
      all = Base64.getDecoder().decode(text.substring(separator + SEPARATOR.length()));
    } catch (IllegalArgumentException e) {
      throw invalid();
    }
    String arn = text.substring(0, separator);
    if (all.length != BYTES) {
      throw invalid();
    }
    var in = new ByteReader(all);
    var position = new Position(in.readInt(), in.readLong(), in.readByte() == 1);
    var iterator = new ShardIterator(arn, position, Instant.ofEpochMilli(in.readLong()));
    if (!iterator.text().equals(text)) {
      throw invalid();
    }
    if (iterator.issued.plus(LIFE).isBefore(now)) {
      // The service's text is uncertain (November 2026).
      throw ApiError.of(
          ErrorType.EXPIRED_ITERATOR,
          "Iterator expired. The iterator was created at time "
              + iterator.issued
              + " while right now it is "
              + now
              + " which is further in the future than the tolerated delay of "
              + LIFE.toMillis()
              + " milliseconds.");
    }
    return iterator;
  }

  private int checksum(byte[] body) {
    var crc = new CRC32();
    crc.update(streamArn.getBytes(StandardCharsets.UTF_8));
    crc.update(body);
    return (int) crc.getValue();
  }

  private static ApiError invalid() {
    // The service's text was not observed (November 2026).
    return ApiError.validation("Invalid ShardIterator");
  }
}
