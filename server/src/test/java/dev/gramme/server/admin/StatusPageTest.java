package dev.gramme.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.storage.StoreHealth;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusPageTest {
  private static final Instant SINCE = Instant.parse("2026-11-23T10:00:00Z");
  private static final BackgroundJob.Status FAILING =
      new BackgroundJob.Status(
          "index backfill", "songs/by-artist", SINCE, 3, 2, "disk full", SINCE.plusSeconds(5));

  private static String text(StatusPage page, Map<String, String> fields) {
    var request = new HttpRequest("GET", "/status", HttpFields.of(fields), new byte[0]);
    return new String(page.answer(request).body(), StandardCharsets.UTF_8);
  }

  @Test
  void a_healthy_idle_database_is_reported_in_two_lines() {
    var page = new StatusPage(() -> StoreHealth.WRITABLE, List::of);
    assertThat(text(page, Map.of())).isEqualTo("storage: writable\nbackground jobs: none\n");
  }

  @Test
  void a_job_has_its_tries_its_last_error_and_its_next_try() {
    var health = new StoreHealth.Unwritable("the disk is full", Duration.ofSeconds(3));
    var page = new StatusPage(() -> health, () -> List.of(FAILING));
    assertThat(text(page, Map.of()))
        .isEqualTo(
            "storage: cannot be written: the disk is full\nbackground jobs: 1\n"
                + "  index backfill songs/by-artist, since 2026-11-23T10:00:00Z, tries: 3, failed 2"
                + " times in a row: disk full, next try at 2026-11-23T10:00:05Z\n");
    assertThat(text(page, Map.of("Accept", "application/json")))
        .isEqualTo(
            "{\"Writable\":false,\"Reason\":\"the disk is full\",\"BackgroundJobs\":["
                + "{\"Kind\":\"index backfill\",\"Subject\":\"songs/by-artist\","
                + "\"Since\":1.795428E9,\"Tries\":3,\"Failures\":2,"
                + "\"LastError\":\"disk full\",\"NextTry\":1.795428005E9}]}");
  }
}
