package dev.gramme.transfer.exports;

import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.format.OutputFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is to be exported.
 *
 * @param span full or incremental, and of when
 * @param filter which items and attributes; null for all
 * @param bucketOwner the account that the bucket is said to be of; null for the caller's own
 * @param prefix what the keys of all objects begin with; null for nothing
 * @param encryption what was asked for
 * @param token the client's; null if it has none
 * @param text the request but its token, in a form of its own for each request
 */
public record ExportRequest(
    Span span,
    @Nullable ExportFilter filter,
    OutputFormat format,
    String bucket,
    @Nullable String bucketOwner,
    @Nullable String prefix,
    Encryption encryption,
    @Nullable String token,
    String text) {

  /** What of a table is exported. */
  public sealed interface Span {
    /**
     * All items as they were.
     *
     * @param time null for now
     */
    record Full(@Nullable Instant time) implements Span {}

    /**
     * How items differ between two moments.
     *
     * @param from inclusive
     * @param to exclusive; null for now
     */
    record Incremental(Instant from, @Nullable Instant to, View view) implements Span {}
  }

  /** Which images the records of an incremental export have, by the protocol's names. */
  public enum View {
    NEW_IMAGE,
    NEW_AND_OLD_IMAGES
  }
}
