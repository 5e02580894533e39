package dev.gramme.apps.patterns.blocks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.DecryptRequest;
import software.amazon.awssdk.services.kms.model.DecryptResponse;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyWithoutPlaintextRequest;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyWithoutPlaintextResponse;
import software.amazon.awssdk.services.kms.model.ReEncryptRequest;
import software.amazon.awssdk.services.kms.model.ReEncryptResponse;

/**
 * The three operations of a key service that the key store for beacons calls, in this process. For
 * demonstration only: the master key is part of this source, and the data keys are the same in each
 * run, so that the pages of the catalogue are reproducible.
 */
final class LocalKeyService implements KmsClient {
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final AtomicInteger keys = new AtomicInteger();

  @Override
  public GenerateDataKeyWithoutPlaintextResponse generateDataKeyWithoutPlaintext(
      GenerateDataKeyWithoutPlaintextRequest request) {
    byte[] key = digest("data key " + keys.incrementAndGet());
    byte[] plaintext = Arrays.copyOf(key, request.numberOfBytes());
    return GenerateDataKeyWithoutPlaintextResponse.builder()
        .keyId(request.keyId())
        .ciphertextBlob(encrypt(plaintext, request.encryptionContext()))
        .build();
  }

  @Override
  public ReEncryptResponse reEncrypt(ReEncryptRequest request) {
    byte[] plaintext = decrypt(request.ciphertextBlob(), request.sourceEncryptionContext());
    return ReEncryptResponse.builder()
        .sourceKeyId(request.sourceKeyId())
        .keyId(request.destinationKeyId())
        .ciphertextBlob(encrypt(plaintext, request.destinationEncryptionContext()))
        .build();
  }

  @Override
  public DecryptResponse decrypt(DecryptRequest request) {
    byte[] plaintext = decrypt(request.ciphertextBlob(), request.encryptionContext());
    return DecryptResponse.builder()
        .keyId(request.keyId())
        .plaintext(SdkBytes.fromByteArray(plaintext))
        .build();
  }

  private static SdkBytes encrypt(byte[] plaintext, Map<String, String> context) {
    byte[] nonce = Arrays.copyOf(digest(new TreeMap<>(context).toString()), NONCE_BYTES);
    byte[] ciphertext = crypt(Cipher.ENCRYPT_MODE, nonce, plaintext, context);
    return SdkBytes.fromByteArray(
        ByteBuffer.allocate(nonce.length + ciphertext.length).put(nonce).put(ciphertext).array());
  }

  private static byte[] decrypt(SdkBytes blob, Map<String, String> context) {
    byte[] bytes = blob.asByteArray();
    byte[] nonce = Arrays.copyOf(bytes, NONCE_BYTES);
    byte[] ciphertext = Arrays.copyOfRange(bytes, NONCE_BYTES, bytes.length);
    return crypt(Cipher.DECRYPT_MODE, nonce, ciphertext, context);
  }

  private static byte[] crypt(int mode, byte[] nonce, byte[] input, Map<String, String> context) {
    try {
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          mode,
          new SecretKeySpec(digest("master key"), "AES"),
          new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(new TreeMap<>(context).toString().getBytes(StandardCharsets.UTF_8));
      return cipher.doFinal(input);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key cannot be encrypted or decrypted", e);
    }
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 is missing", e);
    }
  }

  @Override
  public String serviceName() {
    return "kms";
  }

  @Override
  public void close() {}
}
