package dev.gramme.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A minimal HTTP/1.1 client connection with one outstanding request. It does as little work as
 * possible, because it shares the machine's processors with the measured server. Not thread-safe.
 */
final class RawConnection implements AutoCloseable {
  private static final int BUFFER = 1 << 16;
  private static final int TIMEOUT_MILLIS = 120_000;
  private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private byte[] buffer = new byte[BUFFER];
  private int end;
  private int bodyAt;

  /** Connects to a port of this machine. */
  RawConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /** The head of a request with a body of a given length. */
  static String head(int port, String operation, int bodyBytes) {
    var endpoint = URI.create("http://127.0.0.1:" + port + "/");
    var fields =
        Signer.FORMAL.fields(endpoint, operation, "").entrySet().stream()
            .map(field -> field.getKey() + ": " + field.getValue() + "\r\n")
            .collect(Collectors.joining());
    return "POST / HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n%s\r\n"
        .formatted(endpoint.getAuthority(), bodyBytes, fields);
  }

  /** Sends a request and waits for the response. Returns its status. */
  int send(byte[] request) throws IOException {
    out.write(request);
    end = 0;
    int headEnd = -1;
    int searched = 0;
    while (headEnd < 0) {
      read();
      headEnd = endOfHead(searched);
      searched = Math.max(0, end - 3);
    }
    bodyAt = headEnd;
    int whole = bodyAt + contentLength();
    while (end < whole) {
      read();
    }
    return (buffer[9] - '0') * 100 + (buffer[10] - '0') * 10 + buffer[11] - '0';
  }

  /** The body of the last response. */
  String body() {
    return new String(buffer, bodyAt, end - bodyAt, StandardCharsets.UTF_8);
  }

  private void read() throws IOException {
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int count = in.read(buffer, end, buffer.length - end);
    if (count < 0) {
      throw new EOFException("the server closed the connection");
    }
    end += count;
  }

  private int endOfHead(int from) {
    for (int i = from; i + 3 < end; i++) {
      if (buffer[i] == '\r' && buffer[i + 2] == '\r' && buffer[i + 3] == '\n') {
        return i + 4;
      }
    }
    return -1;
  }

  private int contentLength() throws IOException {
    for (int i = 0; i < bodyAt; i++) {
      if (buffer[i] == '\n' && isLengthField(i + 1)) {
        int at = i + 1 + LENGTH.length;
        var value = new StringBuilder();
        while (buffer[at] != '\r') {
          value.append((char) buffer[at++]);
        }
        return Integer.parseInt(value.toString().strip());
      }
    }
    throw new IOException(
        "a response has no Content-Length: "
            + new String(buffer, 0, bodyAt, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
  }

  private boolean isLengthField(int at) {
    for (int i = 0; i < LENGTH.length; i++) {
      if (at + i >= bodyAt || Character.toLowerCase((char) buffer[at + i]) != LENGTH[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
