package dev.gramme.functions;

import dev.gramme.model.ApiError;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where discarded batches are reported: nowhere, to an address, or to a folder. */
final class FailureDestination {
  private final @Nullable URI address;
  private final @Nullable Path folder;
  private final HttpPost http;

  private FailureDestination(@Nullable URI address, @Nullable Path folder, HttpPost http) {
    this.address = address;
    this.folder = folder;
    this.http = http;
  }

  /**
   * Creates a destination.
   *
   * @param text an HTTP address or the name of a folder; null for no reports
   * @throws ApiError if the text is neither
   */
  static FailureDestination of(@Nullable String text, HttpPost http) {
    if (text == null) {
      return new FailureDestination(null, null, http);
    }
    String lower = text.toLowerCase(Locale.ROOT);
    try {
      if (!lower.startsWith("http://") && !lower.startsWith("https://")) {
        return new FailureDestination(null, Path.of(text), http);
      }
      var address = URI.create(text);
      HttpPost.check(address);
      return new FailureDestination(address, null, http);
    } catch (IllegalArgumentException e) {
      throw ApiError.validation("Destination is neither an address nor a folder: " + text);
    }
  }

  void send(String function, FailureRecord failure) throws IOException, InterruptedException {
    if (address != null) {
      http.send(address, failure.json());
    } else if (folder != null) {
      Path here = folder.resolve(function).resolve(failure.shardId());
      Files.createDirectories(here);
      // A colon is not allowed in every file system.
      String time = failure.time().toString().replace(':', '.');
      Files.write(here.resolve(time + "-" + failure.requestId() + ".json"), failure.json());
    }
  }
}
