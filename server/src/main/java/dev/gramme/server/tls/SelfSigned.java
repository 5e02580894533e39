package dev.gramme.server.tls;

import dev.gramme.server.admin.PrivateFile;
import dev.gramme.server.files.ReloadedFiles.UnreadableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.UUID;

/**
 * A self-signed certificate, for experiments with TLS. Clients trust it if they are given its file.
 * The JDK's keytool creates it, because the JDK has no public API for that and a library would be
 * needed for this alone.
 */
public final class SelfSigned {
  private static final String ALIAS = "gramme";
  private static final String DAYS = "365";
  private static final Duration LEFT = Duration.ofDays(30);

  private SelfSigned() {}

  /**
   * The certificate in a folder; created if it is missing or expires within a month.
   *
   * @param names the names and addresses of the server, beside those of loopback
   * @throws IOException if it can be neither read nor created
   */
  public static KeyPairFiles in(Path folder, List<String> names) throws IOException {
    var files = new KeyPairFiles(certificate(folder), folder.resolve("self-signed-key.pem"));
    if (!isUsable(files)) {
      make(files, folder, names);
    }
    return files;
  }

  /** The file of the certificate, which clients must trust. */
  public static Path certificate(Path folder) {
    return folder.resolve("self-signed-certificate.pem");
  }

  private static boolean isUsable(KeyPairFiles files) throws IOException {
    if (!Files.exists(files.certificate()) || !Files.exists(files.key())) {
      return false;
    }
    try {
      files.read().chain().getFirst().checkValidity(Date.from(Instant.now().plus(LEFT)));
      return true;
    } catch (UnreadableException | CertificateException e) {
      return false;
    }
  }

  private static void make(KeyPairFiles files, Path folder, List<String> names) throws IOException {
    PrivateFile.createFolder(folder);
    Path scratch = Files.createTempDirectory(folder, "keytool");
    Path store = scratch.resolve("store.p12");
    String password = UUID.randomUUID().toString();
    try {
      run(store, password, names);
      var keys = KeyStore.getInstance(store.toFile(), password.toCharArray());
      PrivateFile.write(
          files.key(), pem("PRIVATE KEY", keys.getKey(ALIAS, password.toCharArray()).getEncoded()));
      Certificate certificate = keys.getCertificate(ALIAS);
      PrivateFile.write(files.certificate(), pem("CERTIFICATE", certificate.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IOException("keytool created a certificate that cannot be read", e);
    } finally {
      Files.deleteIfExists(store);
      Files.deleteIfExists(scratch);
    }
  }

  private static void run(Path store, String password, List<String> names) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    // A short run is fastest without the optimizing compiler.
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of("-genkeypair", "-alias", ALIAS, "-dname", "CN=Gramme"));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", DAYS));
    command.addAll(List.of("-ext", "san=" + alternativeNames(names), "-ext", "bc=ca:false"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass:env", "GRAMME_KEYTOOL_PASSWORD"));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("GRAMME_KEYTOOL_PASSWORD", password);
    Process process = builder.start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keytool ran", e);
    }
  }

  private static String alternativeNames(List<String> names) {
    var all = new ArrayList<>(List.of("dns:localhost", "ip:127.0.0.1", "ip:::1"));
    for (String name : names) {
      boolean address = name.matches("[0-9.]+") || name.contains(":");
      var entry = (address ? "ip:" : "dns:") + name;
      if (!all.contains(entry)) {
        all.add(entry);
      }
    }
    return String.join(",", all);
  }

  private static String pem(String type, byte[] bytes) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(type, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes));
  }
}
