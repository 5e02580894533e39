package dev.gramme.transfer.exports;

import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.format.OutputFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request for an export.
 *
 * @param span full or incremental, and the time or period
 * @param filter selects items and attributes; null for all
 * @param bucketOwner the owner of the bucket; null for the account of the caller
 * @param prefix the common prefix of the keys of all objects; null for none
 * @param encryption the requested encryption
 * @param token the client's token; null if there is none
 * @param text the request without its token; equal texts mean equal requests
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

  /** The exported part of a table. */
  public sealed interface Span {
    /**
     * All items as of a point in time.
     *
     * @param time null for now
     */
    record Full(@Nullable Instant time) implements Span {}

    /**
     * The differences of items between two points in time.
     *
     * @param from inclusive
     * @param to exclusive; null for now
     */
    record Incremental(Instant from, @Nullable Instant to, View view) implements Span {}
  }

  /** The images in the records of an incremental export, by their names in the protocol. */
  public enum View {
    NEW_IMAGE,
    NEW_AND_OLD_IMAGES
  }
}
