package dev.gramme.server.pipeline;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.budget.RequestBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** Compression of bodies, named as in HTTP's {@code Content-Encoding}. */
public enum ContentCoding {
  GZIP("gzip"),
  DEFLATE("deflate");

  /** The most bytes of a decompressed request body. */
  static final int MAX_DECODED_BYTES = 16 << 20;

  /** Shorter responses are not compressed; the service's threshold is about the same (2026). */
  static final int MIN_ENCODED_BYTES = 4096;

  private static final int BUFFER_BYTES = 8192;

  private static final Pattern NUMBER = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]*)?)");

  /** The size of the pieces in which bodies are coded, so that no array is copied to grow. */
  private static final int PIECE_BYTES = 64 << 10;

  private final String token;

  ContentCoding(String token) {
    this.token = token;
  }

  /** The name in header fields. */
  public String token() {
    return token;
  }

  /**
   * Decompresses a request's body.
   *
   * @param coding the value of {@code Content-Encoding}, null for none
   * @param budget reserves the decompressed bytes as they are produced
   * @throws ApiError InternalServerError if the coding is unknown, or the bytes are invalid or too
   *     many; a ThrottlingException if there is no memory for them
   */
  static byte[] decode(byte[] body, @Nullable String coding, RequestBudget budget) {
    if (coding == null || isIdentity(coding)) {
      return body;
    }
    return switch (coding.strip().toLowerCase(Locale.ROOT)) {
      case "gzip" -> GZIP.decode(body, budget);
      case "deflate" -> DEFLATE.decode(body, budget);
      default -> throw undecodable();
    };
  }

  /** Whether a body with this value of {@code Content-Encoding} is not compressed. */
  static boolean isIdentity(@Nullable String coding) {
    return coding == null || coding.isBlank() || coding.strip().equalsIgnoreCase("identity");
  }

  private byte[] decode(byte[] body, RequestBudget budget) {
    try (var in = decoder(body)) {
      var pieces = new ArrayList<byte[]>();
      int length = 0;
      while (true) {
        budget.reserve(PIECE_BYTES);
        budget.spend(PIECE_BYTES);
        byte[] piece = in.readNBytes(PIECE_BYTES);
        length += piece.length;
        if (length > MAX_DECODED_BYTES) {
          throw undecodable();
        }
        pieces.add(piece);
        if (piece.length < PIECE_BYTES) {
          return joined(pieces, length, budget);
        }
      }
    } catch (IOException corrupt) {
      throw undecodable();
    }
  }

  private static byte[] joined(List<byte[]> pieces, int length, RequestBudget budget) {
    budget.reserve(length);
    var all = ByteBuffer.allocate(length);
    pieces.forEach(all::put);
    budget.release((long) pieces.size() * PIECE_BYTES);
    return all.array();
  }

  private static ApiError undecodable() {
    return ApiError.of(ErrorType.INTERNAL_SERVER_ERROR, "Internal server error");
  }

  private InputStream decoder(byte[] body) throws IOException {
    var in = new ByteArrayInputStream(body);
    return switch (this) {
      case GZIP -> new GZIPInputStream(in, BUFFER_BYTES);
      case DEFLATE -> new RawOrZlib(in, !hasZlibHeader(body));
    };
  }

  /** The standard's deflate means zlib, but some clients omit the zlib header. */
  private static boolean hasZlibHeader(byte[] body) {
    return body.length >= 2
        && (body[0] & 0x0f) == Deflater.DEFLATED
        && ((body[0] & 0xff) << 8 | (body[1] & 0xff)) % 31 == 0;
  }

  /**
   * The coding that a client prefers, null if it accepts none of ours: the one with the highest
   * weight, and among equal weights the first (observed in the service, October 2026).
   *
   * @param acceptEncoding the value of {@code Accept-Encoding}; {@code *} means every coding that
   *     it does not list
   */
  public static @Nullable ContentCoding accepted(@Nullable String acceptEncoding) {
    if (acceptEncoding == null) {
      return null;
    }
    var choices = List.of(acceptEncoding.toLowerCase(Locale.ROOT).split(","));
    var named = choices.stream().map(ContentCoding::named).collect(Collectors.toSet());
    var unlisted = Stream.of(values()).filter(coding -> !named.contains(coding.token)).findFirst();
    ContentCoding best = null;
    double highest = 0;
    for (var choice : choices) {
      String name = named(choice);
      var coding =
          name.equals("*")
              ? unlisted
              : Stream.of(values()).filter(one -> one.token.equals(name)).findFirst();
      double weight = coding.isPresent() ? weight(choice) : 0;
      if (weight > highest) {
        best = coding.get();
        highest = weight;
      }
    }
    return best;
  }

  private static String named(String choice) {
    int semicolon = choice.indexOf(';');
    return (semicolon < 0 ? choice : choice.substring(0, semicolon)).strip();
  }

  /** The number after the first {@code q=}; 1 if there is none, 0 if it is not a number. */
  private static double weight(String choice) {
    int at = choice.indexOf("q=");
    if (at < 0) {
      return 1;
    }
    var number = NUMBER.matcher(choice).region(at + 2, choice.length());
    return number.lookingAt() ? Double.parseDouble(number.group(1)) : 0;
  }

  /**
   * Compresses a response's body. Each part of the body and of the result is backed by an array.
   */
  public List<ByteBuffer> encode(List<ByteBuffer> body) {
    var out = new PiecedOutput(PIECE_BYTES);
    try (var coder = coder(out)) {
      for (ByteBuffer part : body) {
        coder.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return out.pieces();
  }

  private OutputStream coder(OutputStream out) throws IOException {
    return switch (this) {
      case GZIP -> new FastGzip(out);
      case DEFLATE -> new FastDeflate(out);
    };
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER_BYTES);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Releases the deflater's native memory on close. */
  private static final class FastDeflate extends DeflaterOutputStream {
    FastDeflate(OutputStream out) {
      super(out, new Deflater(Deflater.BEST_SPEED), BUFFER_BYTES);
    }

    @Override
    public void close() throws IOException {
      super.close();
      def.end();
    }
  }

  /** Releases the inflater's native memory on close. */
  private static final class RawOrZlib extends InflaterInputStream {
    RawOrZlib(InputStream in, boolean raw) {
      super(in, new Inflater(raw), BUFFER_BYTES);
    }

    @Override
    public void close() throws IOException {
      super.close();
      inf.end();
    }
  }
}
