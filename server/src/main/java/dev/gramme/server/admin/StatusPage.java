package dev.gramme.server.admin;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import dev.gramme.storage.StoreHealth;
import dev.gramme.wire.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * Whether the database can be written, and its background jobs: for each its kind, start, number of
 * tries, last error and next try. Shown as text, or as JSON if the Accept header is exactly {@code
 * application/json}.
 */
public final class StatusPage implements Page {
  private static final String JSON = "application/json";

  private final Supplier<StoreHealth> health;
  private final Supplier<List<BackgroundJob.Status>> jobs;

  /** The page of one database. */
  public StatusPage(Supplier<StoreHealth> health, Supplier<List<BackgroundJob.Status>> jobs) {
    this.health = health;
    this.jobs = jobs;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    return JSON.equals(request.fields().first("Accept"))
        ? new HttpResponse(200, JSON, json())
        : new HttpResponse(
            200, "text/plain; charset=utf-8", text().getBytes(StandardCharsets.UTF_8));
  }

  private String text() {
    var text = new StringBuilder("storage: ");
    text.append(
        health.get() instanceof StoreHealth.Unwritable unwritable
            ? "cannot be written: " + unwritable.reason()
            : "writable");
    var all = jobs.get();
    text.append("\nbackground jobs: ").append(all.isEmpty() ? "none" : all.size()).append('\n');
    for (BackgroundJob.Status job : all) {
      text.append(
          "  %s %s, since %s, tries: %d"
              .formatted(job.kind(), job.subject(), job.since(), job.tries()));
      if (job.isFailing()) {
        text.append(", failed %d times in a row: %s".formatted(job.failures(), job.lastError()));
      }
      text.append(job.nextTry() == null ? ", running" : ", next try at " + job.nextTry())
          .append('\n');
    }
    return text.toString();
  }

  private byte[] json() {
    var out = new JsonWriter().beginObject();
    var now = health.get();
    out.name("Writable").bool(!(now instanceof StoreHealth.Unwritable));
    if (now instanceof StoreHealth.Unwritable unwritable) {
      out.name("Reason").string(unwritable.reason());
    }
    out.name("BackgroundJobs").beginArray();
    jobs.get().forEach(job -> write(out, job));
    return out.endArray().endObject().toByteArray();
  }

  private static void write(JsonWriter out, BackgroundJob.Status job) {
    out.beginObject();
    out.name("Kind").string(job.kind());
    out.name("Subject").string(job.subject());
    out.name("Since").timestamp(job.since());
    out.name("Tries").number(job.tries());
    out.name("Failures").number(job.failures());
    if (job.lastError() != null) {
      out.name("LastError").string(job.lastError());
    }
    if (job.nextTry() != null) {
      out.name("NextTry").timestamp(job.nextTry());
    }
    out.endObject();
  }
}
