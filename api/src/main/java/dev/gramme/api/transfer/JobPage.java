package dev.gramme.api.transfer;

import dev.gramme.api.Output;
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
 * A page of a list of imports or exports in the order of their ARNs.
 *
 * @param next where the next page begins; null on the last
 */
public record JobPage<J extends Job>(List<J> jobs, @Nullable String next) {
  /** The most jobs of a page, and how many there are by default. */
  public static final int MAX_SIZE = 25;

  /** Tokens are sequences of so many hexadecimal digits, by the pattern of the service's model. */
  private static final int GROUP = 16;

  private static final int MIN_TOKEN = 112;

  /**
   * A page.
   *
   * @param all jobs, in order
   * @param token what the page before gave as its next; null for the first page
   */
  public static <J extends Job> JobPage<J> of(List<J> all, int size, @Nullable String token) {
    String after = token == null ? "" : decode(token);
    List<J> rest = all.stream().filter(job -> job.arn().compareTo(after) > 0).toList();
    if (rest.size() <= size) {
      return new JobPage<>(rest, null);
    }
    List<J> page = rest.subList(0, size);
    return new JobPage<>(page, encode(page.getLast().arn()));
  }

  /** The page as it is answered. */
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

  private static String encode(String arn) {
    var hex = new StringBuilder(HexFormat.of().formatHex(Utf8.bytes(arn)));
    while (hex.length() < MIN_TOKEN || hex.length() % GROUP != 0) {
      hex.append("00");
    }
    return hex.toString();
  }

  private static String decode(String token) {
    try {
      byte[] bytes = HexFormat.of().parseHex(token);
      return new String(bytes, StandardCharsets.UTF_8).replace("\0", "");
    } catch (IllegalArgumentException e) {
      // The service's text is not known (November 2026).
      throw ApiError.validation("Invalid NextToken");
    }
  }
}
