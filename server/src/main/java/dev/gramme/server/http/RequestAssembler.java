package dev.gramme.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the parts of one request together, within the limits. The array of the body grows with what
 * has arrived: a declared length is only the most that it grows to.
 *
 * <p>What one read of the socket leaves incomplete is counted in {@link HttpTraffic} by {@link
 * #findRoom}. If the limit does not allow it, nothing more may be read until it does; what was read
 * is in memory already.
 */
final class RequestAssembler {
  private static final byte[] EMPTY = {};

  /** A head of many short fields takes so much more on the heap than its bytes. */
  private static final int HEAD_FACTOR = 24;

  /** What a request takes without its fields and its body. */
  private static final int REQUEST_BYTES = 512;

  /** What a header field takes without its characters. */
  private static final int FIELD_BYTES = 200;

  private final HttpLimits limits;
  private final HttpTraffic traffic;
  private io.netty.handler.codec.http.@Nullable HttpRequest head;
  private byte[] body = EMPTY;
  private int declaredBytes;
  private int headBytes;
  private int length;
  private boolean complete;

  /** What this request takes, and how much of that is counted in the traffic. */
  private long neededBytes;

  private long countedBytes;

  RequestAssembler(HttpLimits limits, HttpTraffic traffic) {
    this.limits = limits;
    this.traffic = traffic;
  }

  /** Whether the head of a request has arrived and its body is not complete. */
  boolean receiving() {
    return head != null;
  }

  /** Whether a part of a request has been counted, be it a part of its head. */
  boolean isCounted() {
    return countedBytes > 0;
  }

  /** Counts bytes of a head that is not complete. */
  void addToHead(int bytes) {
    neededBytes += (long) HEAD_FACTOR * bytes;
  }

  /** Takes the head of a request. The result is the status to refuse it with, or 0. */
  int begin(io.netty.handler.codec.http.HttpRequest next) {
    abandon();
    if (next.decoderResult().isFailure()) {
      return 400;
    }
    if (!isKnown(next.protocolVersion())) {
      return 505;
    }
    long declared = HttpUtil.getContentLength(next, 0L);
    if (declared > limits.bodyBytes()) {
      return 413;
    }
    head = next;
    declaredBytes = (int) declared;
    headBytes = weight(next);
    neededBytes = headBytes;
    return 0;
  }

  /** Minor versions beyond 1.1 can be answered as 1.1 is (RFC 9110). */
  private static boolean isKnown(HttpVersion version) {
    return version.protocolName().equals("HTTP") && version.majorVersion() == 1;
  }

  /** What a head takes on the heap. */
  private static int weight(io.netty.handler.codec.http.HttpRequest head) {
    int bytes = REQUEST_BYTES + head.uri().length();
    var fields = head.headers().iteratorCharSequence();
    while (fields.hasNext()) {
      var field = fields.next();
      bytes += FIELD_BYTES + field.getKey().length() + field.getValue().length();
    }
    return bytes;
  }

  /** Whether the client waits for a sign before it sends the body. */
  boolean expectsContinue() {
    return head != null && HttpUtil.is100ContinueExpected(head);
  }

  /** Takes a part of the body. The result is the status to refuse the request with, or 0. */
  int add(HttpContent part) {
    if (part.decoderResult().isFailure()) {
      return 400;
    }
    ByteBuf bytes = part.content();
    int size = bytes.readableBytes();
    if (size > limits.bodyBytes() - length) {
      return 413;
    }
    ensureRoom(length + size);
    bytes.readBytes(body, length, size);
    length += size;
    traffic.received(size);
    complete = part instanceof LastHttpContent;
    return 0;
  }

  private void ensureRoom(int needed) {
    if (needed <= body.length) {
      return;
    }
    int doubled = Math.max(needed, Math.min(limits.bodyBytes(), body.length * 2));
    int capacity = declaredBytes >= needed ? Math.min(declaredBytes, doubled) : doubled;
    neededBytes += capacity - body.length;
    body = Arrays.copyOf(body, capacity);
  }

  /** Counts what is not counted yet; false if the limit does not allow it. */
  boolean findRoom() {
    long missing = neededBytes - countedBytes;
    long limit = isSmall() ? limits.smallReceivingBytes() : limits.receivingBytes();
    if (missing > 0 && traffic.reserve(missing, limit)) {
      countedBytes = neededBytes;
    }
    return neededBytes <= countedBytes;
  }

  /** Whether it takes so little that it has a share of its own. */
  boolean isSmall() {
    return neededBytes <= HttpLimits.SMALL_REQUEST_BYTES;
  }

  /** Whether the whole request has arrived. */
  boolean isComplete() {
    return complete;
  }

  /**
   * The request, which is complete.
   *
   * @param source the IP address that it came from
   * @param secure whether it came over TLS
   */
  Assembled finish(String source, boolean secure) {
    var whole = head;
    if (whole == null || !complete) {
      throw new IllegalStateException("the request is not complete");
    }
    var bytes = length == body.length ? body : Arrays.copyOf(body, length);
    var request =
        new HttpRequest(
            whole.method().name(),
            whole.uri(),
            new DecodedFields(whole.headers()),
            bytes,
            source,
            secure);
    boolean keepAlive = HttpUtil.isKeepAlive(whole);
    abandon();
    return new Assembled(request, keepAlive);
  }

  /** What the request takes, head and body. */
  int sizeBytes() {
    return headBytes + length;
  }

  /** Forgets a request that was begun. */
  void abandon() {
    head = null;
    body = EMPTY;
    length = 0;
    headBytes = 0;
    complete = false;
    neededBytes = 0;
    if (countedBytes > 0) {
      traffic.release(countedBytes);
      countedBytes = 0;
    }
  }

  /** A request, and whether its connection may carry another one afterwards. */
  record Assembled(HttpRequest request, boolean keepAlive) {}

  private record DecodedFields(HttpHeaders headers) implements HttpFields {
    @Override
    public @Nullable String first(String name) {
      return headers.get(name);
    }

    @Override
    public List<String> all(String name) {
      return headers.getAll(name);
    }
  }
}
