package dev.gramme.server.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/**
 * A connection under full control of the test: raw bytes, optional reads, any loopback source
 * address.
 */
final class AttackClient implements AutoCloseable {
  static final String AUTHORIZATION =
      "AWS4-HMAC-SHA256 Credential=A/20260101/us-east-1/dynamodb/aws4_request,"
          + " SignedHeaders=host, Signature=0";

  private static final int PATIENCE_MILLIS = 60_000;
  private static final int SMALL_BUFFER_BYTES = 4096;

  private final Socket socket;

  /**
   * Connects.
   *
   * @param source the number of the loopback source address
   */
  AttackClient(int port, int source) throws IOException {
    socket = new Socket();
    socket.setReceiveBufferSize(SMALL_BUFFER_BYTES);
    socket.bind(new InetSocketAddress("127.0." + (1 + source / 250) + "." + (1 + source % 250), 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  /** A complete request. */
  static byte[] request(String operation, byte[] body, String... fields) {
    var bytes = new ByteArrayOutputStream(body.length + 512);
    var head =
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
            + "X-Amz-Target: DynamoDB_20120810."
            + operation
            + "\r\nX-Amz-Date: 20260101T000000Z\r\nAuthorization: "
            + AUTHORIZATION
            + "\r\n"
            + (fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n")
            + "Content-Length: "
            + body.length
            + "\r\n\r\n";
    bytes.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** Reads a complete answer and returns its status and the start of its body. */
  String readAnswer() throws IOException {
    InputStream in = socket.getInputStream();
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return head.isEmpty() ? "closed" : head.toString();
      }
      head.append((char) next);
    }
    String fields = head.toString();
    int length = Integer.parseInt(fields.replaceAll("(?is).*content-length: (\\d+).*", "$1"));
    byte[] begin = in.readNBytes(Math.min(length, 300));
    in.skipNBytes(length - begin.length);
    return fields.substring(9, 12) + " " + new String(begin, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
