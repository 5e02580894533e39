package dev.gramme.api.statement;

import dev.gramme.api.item.RequestDigest;
import dev.gramme.model.ApiError;
import dev.gramme.model.Binary;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The start of the next page of a SELECT.
 *
 * <p>Its text form is opaque and bound to the statement, its parameters and its table: it is
 * refused with any other statement. A checksum detects changes to it. It is neither a secret nor a
 * permission. A forged token reads no more than {@code ExclusiveStartKey} could, and its content is
 * checked in the same way.
 *
 * @param range the number of the range, from 0
 * @param startKey the key after which the page begins, null for the beginning of the range
 */
public record NextToken(int range, @Nullable Item startKey) {
  private static final int VERSION = 1;
  private static final int SUM_BYTES = 16;

  /** The text form of the token in answers and requests. */
  public String text(ParsedStatement statement, TableDefinition table) {
    var content =
        new ByteWriter(128)
            .writeByte(VERSION)
            .write(digest(statement, table))
            .writeInt(range)
            .write(startKey == null ? new byte[0] : ItemCodec.encode(startKey))
            .toByteArray();
    return Base64.getEncoder()
        .encodeToString(
            new ByteWriter(content.length + SUM_BYTES)
                .write(content)
                .write(sum(content))
                .toByteArray());
  }

  /**
   * Parses a token.
   *
   * @throws ApiError a ValidationException if it is invalid or belongs to another request
   */
  public static NextToken parse(String text, ParsedStatement statement, TableDefinition table) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException notBase64) {
      throw invalid();
    }
    int head = 1 + SUM_BYTES + Integer.BYTES;
    int end = bytes.length - SUM_BYTES;
    // Otherwise texts that differ only in the unused bits at their end would be the same token.
    if (end < head
        || !Base64.getEncoder().encodeToString(bytes).equals(text)
        || bytes[0] != VERSION
        || !Arrays.equals(
            sum(Arrays.copyOf(bytes, end)), Arrays.copyOfRange(bytes, end, bytes.length))) {
      throw invalid();
    }
    var in = new ByteReader(bytes, 1, end);
    if (!Arrays.equals(in.read(SUM_BYTES), digest(statement, table))) {
      throw ApiError.validation("NextToken does not match request");
    }
    int range = in.readInt();
    Item key = end == head ? null : ItemCodec.decode(Arrays.copyOfRange(bytes, head, end));
    return new NextToken(range, key);
  }

  /** The error for an invalid token. */
  public static ApiError invalid() {
    return ApiError.validation("Invalid NextToken");
  }

  private static byte[] digest(ParsedStatement statement, TableDefinition table) {
    var digest = new RequestDigest();
    digest.add(table.id().toString());
    digest.add(statement.text());
    var parameters = Item.builder();
    for (int i = 0; i < statement.parameters().size(); i++) {
      parameters.put(Integer.toString(i), statement.parameters().get(i));
    }
    digest.add(null, parameters.build());
    return shortened(digest.value());
  }

  private static byte[] sum(byte[] content) {
    var digest = new RequestDigest();
    digest.add("NextToken");
    digest.add(Binary.copyOf(content).toBase64());
    return shortened(digest.value());
  }

  private static byte[] shortened(Binary digest) {
    return Arrays.copyOf(digest.toByteArray(), SUM_BYTES);
  }
}
