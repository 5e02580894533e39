package dev.gramme.api.transfer;

import dev.gramme.api.Output;
import dev.gramme.api.backup.InvalidRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.Utf8;
import dev.gramme.transfer.Job;
import dev.gramme.wire.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list of imports or exports, the newest first (October 2026).
 *
 * @param next the token of the next page; null on the last page
 */
public record JobPage<J extends Job>(List<J> jobs, @Nullable String next) {
  /** The maximum number of jobs on a page. */
  public static final int MAX_SIZE = 25;

  /** The default number of jobs on a page. */
  public static final int DEFAULT_SIZE = 10;

  /**
   * The length of a group: the pattern in the service's model requires tokens to be sequences of
   * groups of this many hexadecimal digits.
   */
  private static final int GROUP = 16;

  private static final int MIN_TOKEN = 112;

  /**
   * A page.
   *
   * @param all all jobs, the newest first
   * @param kind {@code import} or {@code export}: a token of one list is not valid in the other
   * @param token the next token of the previous page; null for the first page
   */
  public static <J extends Job> JobPage<J> of(
      List<J> all, String kind, int size, @Nullable String token) {
    String last = token == null ? null : decode(token, kind);
    List<J> rest =
        last == null ? all : all.stream().filter(job -> job.id().compareTo(last) < 0).toList();
    if (rest.size() <= size) {
      return new JobPage<>(rest, null);
    }
    List<J> page = rest.subList(0, size);
    return new JobPage<>(page, encode(kind + "/" + page.getLast().id()));
  }

  /** The answer with the page. */
  public Output output(String member, BiConsumer<JsonWriter, J> summary) {
    return out -> {
      out.name(member).beginArray();
      jobs.forEach(job -> summary.accept(out, job));
      out.endArray();
      if (next != null) {
        out.name("NextToken").string(next);
      }
    };
  }

  private static String encode(String cursor) {
    var hex = new StringBuilder(HexFormat.of().formatHex(Utf8.bytes(cursor)));
    while (hex.length() < MIN_TOKEN || hex.length() % GROUP != 0) {
      hex.append("00");
    }
    return hex.toString();
  }

  /** The id of the last job of the previous page. */
  private static String decode(String token, String kind) {
    String prefix = kind + "/";
    try {
      byte[] bytes = HexFormat.of().parseHex(token);
      String cursor = new String(bytes, StandardCharsets.UTF_8).replace("\0", "");
      if (cursor.startsWith(prefix)) {
        return cursor.substring(prefix.length());
      }
    } catch (IllegalArgumentException e) {
      throw invalid(token);
    }
    throw invalid(token);
  }

  private static ApiError invalid(String token) {
    return InvalidRequest.of("Provided nextToken is invalid: " + token);
  }
}
