package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalPageTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 200",
    "127.1.2.3, 200",
    "0:0:0:0:0:0:0:1, 200",
    "192.168.1.20, 403",
    "10.127.0.1, 403",
    "2001:db8:0:0:0:0:0:1, 403",
    "'', 403",
  })
  void onlyTheMachineItselfIsAnswered(String source, int status) {
    var page = new LocalPage(request -> new HttpResponse(200));
    var request = new HttpRequest("POST", "/clock", HttpFields.of(Map.of()), new byte[0], source);
    assertThat(page.answer(request).status()).isEqualTo(status);
  }
}
