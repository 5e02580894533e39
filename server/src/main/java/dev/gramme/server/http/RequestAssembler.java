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
 * Assembles the parts of one request, within the limits. The array of the body grows with the bytes
 * that have arrived; a declared length only limits how far it grows.
 *
 * <p>The incomplete request that one read of the socket leaves behind is counted in {@link
 * HttpTraffic} by {@link #reserveMemory}. If the limit does not allow it, the connection must stop
 * reading until it does; the bytes that were read are already in memory.
 */
final class RequestAssembler {
  private static final byte[] EMPTY = {};

  /** The heap that a head of many short fields takes, as a multiple of its bytes. */
  private static final int HEAD_FACTOR = 24;

  /** The heap that a request takes without its fields and its body. */
  private static final int REQUEST_BYTES = 512;

  /** The heap that a header field takes without its characters. */
  private static final int FIELD_BYTES = 200;

  private final HttpLimits limits;
  private final HttpTraffic traffic;
  private io.netty.handler.codec.http.@Nullable HttpRequest head;
  private byte[] body = EMPTY;
  private int declaredBytes;
  private int headBytes;
  private int length;
  private boolean complete;

  /** The heap of the decoded fields that the decoder holds. */
  private long fieldHeap;

  /** The memory of the decoder's buffer with the bytes that it has not decoded. */
  private int bufferBytes;

  /** The memory that the traffic counts for this request. */
  private long countedBytes;

  RequestAssembler(HttpLimits limits, HttpTraffic traffic) {
    this.limits = limits;
    this.traffic = traffic;
  }

  /** Whether the head of a request has arrived but not all of its body. */
  boolean receiving() {
    return head != null;
  }

  /**
   * Sets what the decoder holds of an incomplete head or trailer, and of later requests. Returns
   * the status to refuse the request with, or 0. The decoder limits the first line and the fields,
   * but it skips empty lines before a request.
   *
   * @param fieldBytes the bytes of decoded fields
   * @param buffer the size of the buffer with the bytes that are not decoded
   */
  int hold(int fieldBytes, int buffer) {
    fieldHeap = (long) HEAD_FACTOR * fieldBytes;
    bufferBytes = buffer;
    return fieldBytes > 2 * limits.headBytes() ? 400 : 0;
  }

  /** Starts a request with its head. Returns the status to refuse it with, or 0. */
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
    return 0;
  }

  /** Any minor version can be answered as 1.1 is (RFC 9110). */
  private static boolean isKnown(HttpVersion version) {
    return version.protocolName().equals("HTTP") && version.majorVersion() == 1;
  }

  /** The heap that a head takes. */
  private static int weight(io.netty.handler.codec.http.HttpRequest head) {
    int bytes = REQUEST_BYTES + head.uri().length();
    var fields = head.headers().iteratorCharSequence();
    while (fields.hasNext()) {
      var field = fields.next();
      bytes += FIELD_BYTES + field.getKey().length() + field.getValue().length();
    }
    return bytes;
  }

  /** Whether the client waits for {@code 100 Continue} before it sends the body. */
  boolean expectsContinue() {
    return head != null && HttpUtil.is100ContinueExpected(head);
  }

  /** Adds a part of the body. Returns the status to refuse the request with, or 0. */
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
    body = Arrays.copyOf(body, capacity);
  }

  /** Counts the memory that the request takes now. False if the limit does not allow it. */
  boolean reserveMemory() {
    long missing = missingBytes();
    if (missing < 0) {
      traffic.release(-missing);
    } else if (missing > 0 && !traffic.reserve(missing, limitBytes())) {
      return false;
    }
    countedBytes += missing;
    return true;
  }

  /** The memory that is not counted yet; negative if too much is counted. */
  long missingBytes() {
    return neededBytes() - countedBytes;
  }

  /** The memory of decoded fields. */
  long fieldMemory() {
    return headBytes + fieldHeap;
  }

  private long neededBytes() {
    return fieldMemory() + body.length + bufferBytes;
  }

  /** The memory that all arriving requests may take if this one takes more. */
  long limitBytes() {
    return isSmall() ? limits.smallReceivingBytes() : limits.receivingBytes();
  }

  /**
   * Whether the request is small enough to use the memory reserved for small requests. The whole
   * buffer counts, although its size depends on what the connection has received before: clients
   * with little in large buffers could take all of this memory.
   */
  boolean isSmall() {
    return neededBytes() <= HttpLimits.SMALL_REQUEST_BYTES;
  }

  /** Whether a part of a request has arrived, but not all of it. */
  boolean isIncomplete() {
    return !complete && neededBytes() > 0;
  }

  /** Whether the whole request has arrived. */
  boolean isComplete() {
    return complete;
  }

  /**
   * The request, which must be complete.
   *
   * @param source the IP address of the client
   * @param secure whether it was sent over TLS
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

  /** The size of the request in bytes, head and body. */
  int sizeBytes() {
    return headBytes + length;
  }

  /** Discards the current request and releases its memory. */
  void abandon() {
    head = null;
    body = EMPTY;
    length = 0;
    headBytes = 0;
    complete = false;
    fieldHeap = 0;
    bufferBytes = 0;
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
