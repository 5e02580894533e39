package dev.gramme.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * Encodes responses as bytes. Head and small body share one buffer, so one response is one system
 * call; {@link ResponseWriter} sends larger bodies. Netty's own encoder is not used because it
 * builds a header map only to iterate over it. Each event loop has its own encoder, which caches
 * the line with the date for a second.
 */
final class ResponseEncoder {
  /** Larger bodies are sent from their own arrays instead of being copied after the head. */
  static final int COPIED_BODY_BYTES = 32 << 10;

  private static final int HEAD_ESTIMATE_BYTES = 512;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final byte[] OK = ascii("HTTP/1.1 200 OK\r\n");
  private static final byte[] CONTENT_TYPE = ascii("Content-Type: ");
  private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");
  private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive\r\n");
  private static final byte[] CLOSE = ascii("\r\nConnection: close\r\n");

  private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

  /** A chunked body without content, as the service answers when a body is too large. */
  private static final byte[] TOO_LARGE =
      ascii(
          """
          HTTP/1.1 413 Request Entity Too Large
          Transfer-Encoding: chunked
          Connection: close

          0

          """
              .replace("\n", "\r\n"));

  private final InstantSource clock;
  private long dateSecond = Long.MIN_VALUE;
  private byte[] serverAndDate = {};

  ResponseEncoder(InstantSource clock) {
    this.clock = clock;
  }

  /** The head of a response, followed by its body if that is small and not omitted. */
  ByteBuf encode(
      ByteBufAllocator allocator, HttpResponse response, boolean keepAlive, boolean omitBody) {
    int bodyBytes = response.bodyBytes();
    boolean copied = !omitBody && bodyBytes <= COPIED_BODY_BYTES;
    ByteBuf out = allocator.buffer(HEAD_ESTIMATE_BYTES + (copied ? bodyBytes : 0));
    writeHead(out, response, bodyBytes, keepAlive);
    if (copied) {
      for (ByteBuffer part : response.parts()) {
        out.writeBytes(part.duplicate());
      }
    }
    return out;
  }

  /** Asks the client for the body of its request. */
  ByteBuf encodeContinue() {
    return Unpooled.wrappedBuffer(CONTINUE);
  }

  /** The last answer of a connection, to a request that is refused with this status. */
  ByteBuf encodeRefusal(ByteBufAllocator allocator, int status) {
    return status == 413
        ? Unpooled.wrappedBuffer(TOO_LARGE)
        : encode(allocator, new HttpResponse(status), false, false);
  }

  private void writeHead(ByteBuf out, HttpResponse response, int bodyBytes, boolean keepAlive) {
    writeStatus(out, response.status());
    out.writeBytes(serverAndDate());
    var contentType = response.contentType();
    if (contentType != null) {
      out.writeBytes(CONTENT_TYPE);
      writeLine(out, contentType);
    }
    out.writeBytes(CONTENT_LENGTH);
    writeDecimal(out, bodyBytes);
    out.writeBytes(keepAlive ? KEEP_ALIVE : CLOSE);
    List<String> fields = response.fields();
    for (int i = 0; i < fields.size(); i += 2) {
      out.writeCharSequence(fields.get(i), StandardCharsets.US_ASCII);
      out.writeByte(':').writeByte(' ');
      writeLine(out, fields.get(i + 1));
    }
    out.writeByte('\r').writeByte('\n');
  }

  private static void writeStatus(ByteBuf out, int status) {
    if (status == 200) {
      out.writeBytes(OK);
    } else {
      writeLine(out, "HTTP/1.1 " + HttpResponseStatus.valueOf(status));
    }
  }

  private static void writeLine(ByteBuf out, String text) {
    out.writeCharSequence(text, StandardCharsets.US_ASCII);
    out.writeByte('\r').writeByte('\n');
  }

  private static void writeDecimal(ByteBuf out, int value) {
    int unit = 1;
    while (value / unit >= 10) {
      unit *= 10;
    }
    for (; unit > 0; unit /= 10) {
      out.writeByte('0' + value / unit % 10);
    }
  }

  private byte[] serverAndDate() {
    long millis = clock.millis();
    long second = Math.floorDiv(millis, 1000L);
    if (second != dateSecond) {
      dateSecond = second;
      serverAndDate = ascii("Server: Server\r\nDate: " + DATE.format(clock.instant()) + "\r\n");
    }
    return serverAndDate;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
