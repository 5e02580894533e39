package dev.gramme.server.tls;

import dev.gramme.server.files.ReloadedFiles.UnreadableException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS for connections to other servers. */
public final class ClientTls {
  private static final char[] NO_PASSWORD = {};

  private ClientTls() {}

  /**
   * Trusts the authorities of a file and presents this server's certificate.
   *
   * @param ca the file with the certificates of the authorities
   * @param own this server's key and certificate, for servers that request one; empty if it has
   *     none
   */
  public static SSLContext read(Path ca, Optional<KeyPairFiles> own)
      throws IOException, UnreadableException {
    try {
      var trusted = emptyStore();
      int number = 0;
      for (var certificate : KeyPairFiles.certificates(ca)) {
        trusted.setCertificateEntry("ca-" + number++, certificate);
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      KeyManager[] keys = own.isEmpty() ? new KeyManager[0] : keys(own.get().read());
      var context = SSLContext.getInstance("TLS");
      context.init(keys, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new UnreadableException("TLS is not possible with " + ca + ": " + e.getMessage(), e);
    }
  }

  private static KeyManager[] keys(KeyPairFiles.KeyPair pair)
      throws IOException, GeneralSecurityException {
    var store = emptyStore();
    store.setKeyEntry("own", pair.key(), NO_PASSWORD, pair.certificates());
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, NO_PASSWORD);
    return keys.getKeyManagers();
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
