package dev.gramme.transfer.imports;

import dev.gramme.transfer.format.Compression;
import dev.gramme.transfer.format.CsvOptions;
import org.jspecify.annotations.Nullable;

/**
 * A request for an import.
 *
 * @param bucketOwner the owner of the bucket; null for the account of the caller
 * @param prefix the prefix of the keys of imported objects; null for all objects
 * @param token the client's token, which identifies the import
 * @param text the request without its token; equal texts mean equal requests
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

  /** The formats, by their names in the protocol. */
  public enum Format {
    CSV,
    DYNAMODB_JSON,
    ION
  }
}
