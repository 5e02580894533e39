package dev.gramme.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the parts of one request together, within the limits. */
final class RequestAssembler {
  /** A declared length is believed only so far: the array grows with what has really arrived. */
  private static final int FIRST_BODY_BYTES = 64 << 10;

  private static final byte[] EMPTY = {};

  private final HttpLimits limits;
  private final HttpTraffic traffic;
  private io.netty.handler.codec.http.@Nullable HttpRequest head;
  private byte[] body = EMPTY;
  private int length;
  private int reserved;

  RequestAssembler(HttpLimits limits, HttpTraffic traffic) {
    this.limits = limits;
    this.traffic = traffic;
  }

  /** Whether the head of a request is there and its body is not complete. */
  boolean receiving() {
    return head != null;
  }

  /** Takes the head of a request. The result is the status to refuse it with, or 0. */
  int begin(io.netty.handler.codec.http.HttpRequest next) {
    if (next.decoderResult().isFailure()) {
      return 400;
    }
    long declared = HttpUtil.getContentLength(next, 0L);
    if (declared > limits.bodyBytes()) {
      return 413;
    }
    head = next;
    body = declared == 0 ? EMPTY : new byte[(int) Math.min(declared, FIRST_BODY_BYTES)];
    length = 0;
    return 0;
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
    if (!ensureRoom(length + size)) {
      return 503;
    }
    bytes.readBytes(body, length, size);
    length += size;
    traffic.received(size);
    return 0;
  }

  private boolean ensureRoom(int needed) {
    if (needed <= body.length) {
      return true;
    }
    int capacity = Math.min(limits.bodyBytes(), Math.max(needed, body.length * 2));
    if (capacity > FIRST_BODY_BYTES) {
      if (!traffic.reserve(capacity - reserved, limits.bufferedBytes())) {
        return false;
      }
      reserved = capacity;
    }
    body = Arrays.copyOf(body, capacity);
    return true;
  }

  /**
   * The request, if this part was its last.
   *
   * @param source the IP address that it came from
   */
  @Nullable Assembled finish(HttpContent part, String source) {
    var complete = head;
    if (complete == null || !(part instanceof LastHttpContent)) {
      return null;
    }
    var bytes = length == body.length ? body : Arrays.copyOf(body, length);
    var request =
        new HttpRequest(
            complete.method().name(),
            complete.uri(),
            new DecodedFields(complete.headers()),
            bytes,
            source);
    boolean keepAlive = HttpUtil.isKeepAlive(complete);
    abandon();
    return new Assembled(request, keepAlive);
  }

  /** Forgets a request that was begun. */
  void abandon() {
    head = null;
    body = EMPTY;
    if (reserved > 0) {
      traffic.release(reserved);
      reserved = 0;
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
