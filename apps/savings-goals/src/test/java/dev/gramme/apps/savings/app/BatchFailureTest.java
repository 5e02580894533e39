package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gramme.apps.browser.Browser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the system reports after a run of the batch that failed. */
@Tag("slow")
@ExtendWith(SharedSystem.class)
final class BatchFailureTest {
  @Test
  void a_failed_run_says_on_a_phone_why_it_failed_and_where_its_log_is(RunningSystem system)
      throws Exception {
    var answer = system.post("/batch/runs", "{\"open\": true}");

    String failure = answer.path("error").asText();
    assertThat(failure)
        .startsWith("the batch (nightly) ended with status 1")
        .contains(system.application().batch().log().toString())
        .contains("Could not find or load main class");
    var progress = new JsonMapper().readTree(system.ask("/batch").body());
    assertThat(progress.path("phase").asText()).isEqualTo("FAILED");
    assertThat(progress.path("failure").asText()).isEqualTo(failure);

    try (var browser = Browser.start()) {
      browser.size(390, 844);
      browser.open(system.page());
      browser.awaitTexts("#phase.bad", texts -> texts.toString().contains("ended with status 1"));
      assertThat(browser.text("#phase"))
          .startsWith("The last batch run failed.")
          .contains("batch.log", "Could not find or load main class");
      assertThat(browser.run("return document.getElementById('batch').disabled")).isEqualTo(false);
      assertThat(browser.isWiderThanItsWindow()).isFalse();
      assertThat(browser.violations()).isEmpty();
      // No batch has computed the goals, which is answered with 404.
      assertThat(browser.errors()).allMatch(error -> error.contains("status of 404"));
    }
  }
}
