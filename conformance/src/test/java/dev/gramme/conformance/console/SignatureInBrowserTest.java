package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.auth.identity.IdentitiesFile;
import dev.gramme.auth.identity.IdentitiesFile.Credentials;
import dev.gramme.server.admin.PrivateFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console of a server that verifies signatures. */
@Tag("slow")
class SignatureInBrowserTest {
  private static final Credentials KEY = new Credentials("AKIDCONSOLE", "a+secret/with=signs");
  private static final String POLICY =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}
      """;

  @TempDir private Path folder;

  @Test
  void requests_are_signed_with_the_credentials_that_the_user_enters() throws Exception {
    Path file = folder.resolve("identities.json");
    var identities = IdentitiesFile.empty("000000000000").add("alice", KEY, Optional.of(POLICY));
    PrivateFile.write(file, identities.json());
    try (var server = new ConsoleServer("--identities=" + file);
        var browser = Browser.start()) {
      browser.open(server.view(""));
      browser.type("[name=accessKey]", KEY.id());
      browser.type("[name=secretKey]", "wrong");
      browser.click("dialog [type=submit]");
      assertThat(browser.text("dialog .error")).contains("InvalidSignatureException");
      assertThat(browser.errors()).allMatch(line -> line.contains("status of 400"));

      browser.type("[name=secretKey]", KEY.secret());
      browser.click("dialog [type=submit]");
      browser.awaitTexts("dialog", List::isEmpty);
      browser.awaitTexts(".empty p", texts -> texts.contains("There are no tables yet."));

      // Characters beyond ASCII are part of the signed body.
      Object answer =
          browser.run(
              """
              return import('/console/api.js').then(({call}) => call('ExecuteStatement',
                  {Statement: "SELECT * FROM absent WHERE id = 'ü→🍎'"}))
                .catch(error => error.type);
              """);
      assertThat(answer).isEqualTo("ResourceNotFoundException");
      assertThat(browser.run("return localStorage.length")).isEqualTo(0L);
      assertThat(browser.errors()).allMatch(line -> line.contains("status of 400"));
    }
  }
}
