package dev.gramme.server.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Sends and reads raw bytes, so that a test can play any client, including a faulty one. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** A complete POST request. */
  static String post(String body) {
    return "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  Socket socket() {
    return socket;
  }

  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** Reads one response. */
  Response read() throws IOException {
    var status = line();
    var fields = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (var line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    byte[] body;
    if (fields.getOrDefault("Transfer-Encoding", "").toLowerCase(Locale.ROOT).equals("chunked")) {
      body = chunks();
    } else {
      body = in.readNBytes(Integer.parseInt(fields.getOrDefault("Content-Length", "0")));
    }
    return new Response(
        Integer.parseInt(status.substring(9, 12)),
        fields,
        new String(body, StandardCharsets.ISO_8859_1));
  }

  private byte[] chunks() throws IOException {
    var body = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line(), 16);
      body.write(in.readNBytes(size));
      line();
      if (size == 0) {
        return body.toByteArray();
      }
    }
  }

  /** Whether the server has closed the connection without sending anything more. */
  boolean atEnd() throws IOException {
    return in.read() < 0;
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the server closed the connection after: " + line);
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** A response. */
  record Response(int status, Map<String, String> fields, String body) {}
}
