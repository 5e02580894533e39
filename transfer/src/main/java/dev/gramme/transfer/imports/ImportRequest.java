package dev.gramme.transfer.imports;

import dev.gramme.transfer.format.Compression;
import dev.gramme.transfer.format.CsvOptions;
import org.jspecify.annotations.Nullable;

/**
 * What is to be imported.
 *
 * @param bucketOwner the account that the bucket is said to be of; null for the caller's own
 * @param prefix which objects; null for all
 * @param token the client's, which names the import
 * @param text the request but its token, in a form of its own for each request
 */
public record ImportRequest(
    String bucket,
    @Nullable String bucketOwner,
    @Nullable String prefix,
    Format format,
    CsvOptions csv,
    Compression compression,
    String token,
    String text) {

  /** The formats, by the protocol's names. */
  public enum Format {
    CSV,
    DYNAMODB_JSON,
    ION
  }
}
