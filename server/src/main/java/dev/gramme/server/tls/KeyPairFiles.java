package dev.gramme.server.tls;

import dev.gramme.server.files.ReloadedFiles.UnreadableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A private key and the chain of its certificate, as PEM.
 *
 * @param certificate the file with the certificate, followed by those of its issuers
 * @param key the file with the key, in PKCS #8
 */
public record KeyPairFiles(Path certificate, Path key) {
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]*)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

  /** A private key and its chain. */
  public record KeyPair(PrivateKey key, List<X509Certificate> chain) {
    public KeyPair {
      chain = List.copyOf(chain);
    }

    X509Certificate[] certificates() {
      return chain.toArray(X509Certificate[]::new);
    }
  }

  /** Reads both files and checks that the key belongs to the certificate. */
  public KeyPair read() throws IOException, UnreadableException {
    var pair = new KeyPair(readKey(), certificates(certificate));
    try {
      if (!belongTogether(pair.key(), pair.chain().getFirst().getPublicKey())) {
        throw new UnreadableException(
            "the key in %s does not belong to the certificate in %s".formatted(key, certificate),
            null);
      }
    } catch (GeneralSecurityException e) {
      throw new UnreadableException(
          "the key in %s does not belong to the certificate in %s: %s"
              .formatted(key, certificate, e.getMessage()),
          e);
    }
    return pair;
  }

  /** Reads the certificates of a file; the result has at least one. */
  static List<X509Certificate> certificates(Path file) throws IOException, UnreadableException {
    var certificates = new ArrayList<X509Certificate>();
    try (InputStream in = Files.newInputStream(file)) {
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        if (one instanceof X509Certificate certificate) {
          certificates.add(certificate);
        }
      }
    } catch (CertificateException e) {
      throw new UnreadableException(file + " contains no certificates in PEM", e);
    }
    if (certificates.isEmpty()) {
      throw new UnreadableException(file + " contains no certificates in PEM", null);
    }
    return certificates;
  }

  private PrivateKey readKey() throws IOException, UnreadableException {
    String text = Files.readString(key, StandardCharsets.ISO_8859_1);
    Matcher pem = PRIVATE_KEY.matcher(text);
    if (!pem.find()) {
      throw new UnreadableException(
          "%s contains no unencrypted private key in PKCS #8 (openssl pkcs8 -topk8 -nocrypt creates one)"
              .formatted(key),
          null);
    }
    for (String algorithm : ALGORITHMS) {
      Optional<PrivateKey> found = key(algorithm, pem.group(1));
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new UnreadableException(
        "%s contains a private key whose algorithm is none of %s".formatted(key, ALGORITHMS), null);
  }

  /** The key, empty if it has another algorithm. */
  private static Optional<PrivateKey> key(String algorithm, String base64) {
    try {
      var encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
      return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean belongTogether(PrivateKey key, PublicKey certified)
      throws GeneralSecurityException {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "EdDSA";
        };
    byte[] probe = "probe".getBytes(StandardCharsets.US_ASCII);
    var signer = Signature.getInstance(algorithm);
    signer.initSign(key);
    signer.update(probe);
    var verifier = Signature.getInstance(algorithm);
    verifier.initVerify(certified);
    verifier.update(probe);
    return verifier.verify(signer.sign());
  }
}
