package dev.gramme.storage.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.SocketFactory;

/**
 * Makes sockets whose closing takes a few seconds at most. A TLS socket otherwise waits until no
 * thread is blocked in a write, which takes about 15 minutes if the host does not answer, and the
 * thread stays blocked as long. The driver instantiates this class by its name.
 */
public final class LingerSocketFactory extends SocketFactory {
  private static final int LINGER_SECONDS = 1;

  /** A factory; public for the driver. */
  public LingerSocketFactory() {}

  private static Socket limited(Socket socket) throws SocketException {
    socket.setSoLinger(true, LINGER_SECONDS);
    return socket;
  }

  @Override
  public Socket createSocket() throws IOException {
    return limited(getDefault().createSocket());
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return limited(getDefault().createSocket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return limited(getDefault().createSocket(host, port, local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return limited(getDefault().createSocket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return limited(getDefault().createSocket(host, port, local, localPort));
  }
}
