package dev.gramme.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The published list of versions has no parent, so it repeats a version of the parent. */
final class VersionsTest {
  private static final Pattern NETTY =
      Pattern.compile("<netty\\.version>([^<]+)</netty\\.version>");

  @Test
  void programs_get_the_version_of_netty_with_which_gramme_is_tested() throws IOException {
    assertThat(netty("bom/pom.xml")).isEqualTo(netty("pom.xml"));
  }

  private static String netty(String file) throws IOException {
    var version = NETTY.matcher(Files.readString(Path.of("..").resolve(file)));
    assertThat(version.find()).as("the version of Netty in %s", file).isTrue();
    return version.group(1);
  }
}
