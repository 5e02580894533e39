package dev.gramme.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenPageTest {
  private final AdminToken token = AdminToken.random();
  private final TokenPage page = new TokenPage(request -> new HttpResponse(200), () -> token);

  private int status(String method, String source, Map<String, String> fields) {
    return status(page, method, source, fields);
  }

  private static int status(
      TokenPage page, String method, String source, Map<String, String> fields) {
    var request =
        new HttpRequest(method, "/clock", HttpFields.of(fields), new byte[0], source, false);
    return page.answer(request).status();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, 127.0.0.1, 200",
    "GET, 0:0:0:0:0:0:0:1, 200",
    "GET, 10.0.0.1, 401",
    "POST, 127.0.0.1, 401",
    "PUT, 127.0.0.1, 401",
    "DELETE, 127.0.0.1, 401",
    "POST, 10.0.0.1, 401"
  })
  void without_the_token_only_local_reads_are_allowed(String method, String source, int status) {
    assertThat(status(method, source, Map.of())).isEqualTo(status);
    assertThat(status(method, source, Map.of("Authorization", "Bearer x"))).isEqualTo(status);
    assertThat(status(method, source, Map.of("Authorization", token.text()))).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "EVERYTHING, POST, 127.0.0.1, 200",
    "EVERYTHING, POST, 10.0.0.1, 401",
    "NOTHING, GET, 127.0.0.1, 401",
    "NOTHING, POST, 127.0.0.1, 401"
  })
  void a_page_may_allow_all_local_requests_or_none(
      TokenPage.Local local, String method, String source, int status) {
    var other = new TokenPage(request -> new HttpResponse(200), () -> token, local);
    assertThat(status(other, method, source, Map.of())).isEqualTo(status);
    var fields = Map.of("Authorization", "Bearer " + token.text());
    assertThat(status(other, method, source, fields)).isEqualTo(200);
  }

  @Test
  void with_the_token_every_request_is_allowed() {
    var fields = Map.of("Authorization", "bearer " + token.text());
    assertThat(status("POST", "10.0.0.1", fields)).isEqualTo(200);
    assertThat(status("GET", "10.0.0.1", fields)).isEqualTo(200);
  }
}
