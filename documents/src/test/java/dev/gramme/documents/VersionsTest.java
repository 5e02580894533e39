package dev.gramme.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The published list of versions has no parent, so it repeats parts of the parent. */
final class VersionsTest {
  private static final Pattern NETTY =
      Pattern.compile("<netty\\.version>([^<]+)</netty\\.version>");
  private static final Pattern ADAPTER =
      Pattern.compile("<streamsadapter\\.version>([^<]+)</streamsadapter\\.version>");
  private static final Pattern ENFORCER =
      Pattern.compile("<enforcer\\.version>([^<]+)</enforcer\\.version>");
  private static final Pattern CENTRAL = Pattern.compile("(?s)<id>central</id>.*?</profile>");

  @Test
  void programs_get_the_version_of_netty_with_which_gramme_is_tested() throws IOException {
    assertThat(netty("bom/pom.xml")).isEqualTo(netty("pom.xml"));
  }

  @Test
  void the_page_of_other_software_names_the_version_of_the_adapter_for_streams()
      throws IOException {
    var version = ADAPTER.matcher(Files.readString(Path.of("../pom.xml")));
    assertThat(version.find()).isTrue();
    assertThat(Files.readString(Path.of("../docs/works-with.md")))
        .contains("adapter for streams " + version.group(1));
  }

  @Test
  void the_list_of_versions_is_signed_and_uploaded_like_the_libraries() throws IOException {
    assertThat(central("bom/pom.xml"))
        .contains("maven-gpg-plugin", "central-publishing-maven-plugin")
        .isEqualTo(central("pom.xml"));
    assertThat(Files.readString(Path.of("../bom/pom.xml")))
        .contains("<version>%s</version>".formatted(enforcer()));
  }

  /** The profile for Maven Central. The parent has the enforcer's version elsewhere. */
  private static String central(String file) throws IOException {
    var profile = CENTRAL.matcher(Files.readString(Path.of("..").resolve(file)));
    assertThat(profile.find()).as("the profile central in %s", file).isTrue();
    return profile.group().replaceFirst("(enforcer-plugin</artifactId>)\\s*<version>.*", "$1");
  }

  private static String enforcer() throws IOException {
    var version = ENFORCER.matcher(Files.readString(Path.of("../pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  private static String netty(String file) throws IOException {
    var version = NETTY.matcher(Files.readString(Path.of("..").resolve(file)));
    assertThat(version.find()).as("the version of Netty in %s", file).isTrue();
    return version.group(1);
  }
}
