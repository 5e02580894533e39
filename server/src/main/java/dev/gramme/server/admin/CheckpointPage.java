package dev.gramme.server.admin;

import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A POST writes a checkpoint of all databases for {@code ./gramme backup}, which then sends the
 * files itself and deletes the checkpoint.
 */
public final class CheckpointPage implements Page {
  /** The path of the page. */
  public static final String PATH = "/checkpoint";

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointPage.class);

  private final Checkpoint checkpoint;

  /** Writes a checkpoint. */
  @FunctionalInterface
  public interface Checkpoint {
    /** Returns when the checkpoint is complete. */
    void write() throws IOException;
  }

  /** A page. */
  public CheckpointPage(Checkpoint checkpoint) {
    this.checkpoint = checkpoint;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    if (!request.method().equals("POST")) {
      return text(405, "only POST is supported");
    }
    if (request.fields().first("Origin") != null) {
      return text(403, "not accepted from a browser");
    }
    try {
      checkpoint.write();
      return text(200, "done");
    } catch (IOException | StorageException e) {
      LOG.error("a checkpoint for a backup failed", e);
      return text(500, String.valueOf(e.getMessage()));
    }
  }

  private static HttpResponse text(int status, String line) {
    return new HttpResponse(status, "text/plain", (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
