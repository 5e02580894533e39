package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.schema.KeySchema;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Stores documents that are too large for an item: split into items of one partition.
 *
 * <p>A write first stores the parts, under the number of the next edition and a digest of the
 * content, and then the head, which refers to them. So a reader finds either the complete old
 * document or the complete new one, and a writer that dies leaves the old one. After that the parts
 * of the previous edition are deleted. If two writers store different content concurrently, one
 * fails with {@link VersionConflict}.
 */
public final class DocumentParts {
  private static final String EDITION = "edition";
  private static final String DIGEST = "digest";
  private static final String COUNT = "parts";
  private static final String CONTENT = "content";
  private static final int MAX_PART_BYTES = 350_000;
  private static final int DIGEST_BYTES = 16;
  private static final int MAX_READS = 5;

  private final Table table;
  private final String partition;
  private final String sort;
  private final int partBytes;

  private DocumentParts(Table table, String partition, String sort, int partBytes) {
    this.table = table;
    this.partition = partition;
    this.sort = sort;
    this.partBytes = partBytes;
  }

  /**
   * Documents in a table whose key attributes are strings.
   *
   * @param partBytes the maximum size of a part, at most 350,000; a part of 900 bytes costs one
   *     write unit
   */
  public static DocumentParts of(Table table, int partBytes) {
    if (partBytes < 1 || partBytes > MAX_PART_BYTES) {
      throw new IllegalArgumentException(
          "the part size must be 1 to 350000 bytes, not " + partBytes);
    }
    KeySchema key = table.schema().key();
    if (key.sort().isEmpty()) {
      throw new IllegalArgumentException("the parts of a document need a sort key");
    }
    return new DocumentParts(
        table, key.partition().get(0).name(), key.sort().get(0).name(), partBytes);
  }

  private record Head(long edition, String digest, int parts) {
    String name() {
      return edition + "-" + digest;
    }
  }

  /**
   * Writes a document, replacing an existing one.
   *
   * @throws VersionConflict if another writer stores it concurrently
   */
  public void write(String id, byte[] document) {
    Optional<Head> before = head(id);
    long edition = before.map(Head::edition).orElse(0L) + 1;
    int count = Math.max(1, (document.length + partBytes - 1) / partBytes);
    var head = new Head(edition, digest(document), count);
    for (int i = 0; i < count; i++) {
      int from = Math.min(document.length, i * partBytes);
      int to = Math.min(document.length, from + partBytes);
      Map<String, AttributeValue> part = key(id, part(head, i));
      part.put(
          CONTENT,
          AttributeValue.fromB(
              SdkBytes.fromByteArray(java.util.Arrays.copyOfRange(document, from, to))));
      table.client().putItem(PutItemRequest.builder().tableName(table.name()).item(part).build());
    }
    try {
      publish(id, head, before);
    } catch (ConditionalCheckFailedException e) {
      if (!head(id).map(Head::name).equals(Optional.of(head.name()))) {
        deleteParts(id, head);
        throw new VersionConflict("document", edition - 1);
      }
    }
    before.ifPresent(old -> deleteParts(id, old));
  }

  private void publish(String id, Head head, Optional<Head> before) {
    Map<String, AttributeValue> item = key(id, "HEAD");
    item.put(EDITION, number(head.edition()));
    item.put(DIGEST, AttributeValue.fromS(head.digest()));
    item.put(COUNT, number(head.parts()));
    var put = PutItemRequest.builder().tableName(table.name()).item(item);
    if (before.isPresent()) {
      // A document that was deleted and written again has the same edition, but other content.
      put.conditionExpression("#edition = :edition AND #digest = :digest")
          .expressionAttributeNames(Map.of("#edition", EDITION, "#digest", DIGEST))
          .expressionAttributeValues(
              Map.of(
                  ":edition", number(before.get().edition()),
                  ":digest", AttributeValue.fromS(before.get().digest())));
    } else {
      put.conditionExpression("attribute_not_exists(#edition)")
          .expressionAttributeNames(Map.of("#edition", EDITION));
    }
    table.client().putItem(put.build());
  }

  /** Reads a document. */
  public Optional<byte[]> read(String id) {
    for (int attempt = 0; attempt < MAX_READS; attempt++) {
      Optional<Head> head = head(id);
      if (head.isEmpty()) {
        return Optional.empty();
      }
      List<byte[]> parts = parts(id, head.get());
      // Missing parts mean that a writer has replaced this edition meanwhile.
      if (parts.size() == head.get().parts()) {
        var document = new ByteArrayOutputStream();
        parts.forEach(document::writeBytes);
        return Optional.of(document.toByteArray());
      }
    }
    throw new WriteContention(MAX_READS);
  }

  /** Deletes a document, if it exists. */
  public void delete(String id) {
    Optional<Head> head = head(id);
    if (head.isPresent()) {
      deleteItem(key(id, "HEAD"));
      deleteParts(id, head.get());
    }
  }

  private void deleteParts(String id, Head head) {
    for (int i = 0; i < head.parts(); i++) {
      deleteItem(key(id, part(head, i)));
    }
  }

  private void deleteItem(Map<String, AttributeValue> key) {
    table.client().deleteItem(DeleteItemRequest.builder().tableName(table.name()).key(key).build());
  }

  private Optional<Head> head(String id) {
    var response =
        table
            .client()
            .getItem(
                GetItemRequest.builder()
                    .tableName(table.name())
                    .key(key(id, "HEAD"))
                    .consistentRead(true)
                    .build());
    return response.hasItem()
        ? Optional.of(
            new Head(
                Long.parseLong(ItemReader.required(response.item(), EDITION).n()),
                ItemReader.required(response.item(), DIGEST).s(),
                Integer.parseInt(ItemReader.required(response.item(), COUNT).n())))
        : Optional.empty();
  }

  private List<byte[]> parts(String id, Head head) {
    var request =
        QueryRequest.builder()
            .tableName(table.name())
            .keyConditionExpression("#pk = :pk AND begins_with(#sk, :sk)")
            .expressionAttributeNames(Map.of("#pk", partition, "#sk", sort))
            .expressionAttributeValues(
                Map.of(
                    ":pk", AttributeValue.fromS("DOCUMENT#" + id),
                    ":sk", AttributeValue.fromS("PART#" + head.name() + "#")))
            .consistentRead(true)
            .build();
    var parts = new ArrayList<byte[]>();
    table
        .client()
        .queryPaginator(request)
        .items()
        .forEach(item -> parts.add(ItemReader.required(item, CONTENT).b().asByteArray()));
    return parts;
  }

  private Map<String, AttributeValue> key(String id, String part) {
    var key = new LinkedHashMap<String, AttributeValue>();
    key.put(partition, AttributeValue.fromS("DOCUMENT#" + id));
    key.put(sort, AttributeValue.fromS(part));
    return key;
  }

  private static String digest(byte[] document) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(document);
      return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String part(Head head, int number) {
    return "PART#" + head.name() + "#" + String.format(java.util.Locale.ROOT, "%06d", number);
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }
}
