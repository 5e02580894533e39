package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code dist/build.sh} and the package for npm know of other platforms than this one. */
class PlatformsTest {
  private static final String JAVA = Runtime.version().toString().replaceFirst("[+-].*", "");

  @TempDir Path folder;

  /** The last line of a build that is refused before it begins. */
  private static String refused(String... options) throws Exception {
    var command = new ArrayList<>(List.of(Release.ROOT.resolve("dist/build.sh").toString()));
    command.addAll(List.of(options));
    var builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    var outcome = Programs.run(builder);
    assertThat(outcome.status()).as(outcome.output()).isEqualTo(1);
    return outcome.output().lines().reduce((_, last) -> last).orElseThrow();
  }

  private String jdk(String system, String processor, String version) throws IOException {
    Files.writeString(
        folder.resolve("release"),
        """
        JAVA_VERSION="%s"
        OS_ARCH="%s"
        OS_NAME="%s"
        """
            .formatted(version, processor, system));
    return folder.toString();
  }

  @Test
  void a_platform_without_a_name_is_refused() throws Exception {
    assertThat(refused("--platform", "solaris"))
        .isEqualTo(
            "gramme: --platform is \"solaris\", but must be one of linux-x64, linux-arm64,"
                + " macos-arm64, windows-x64");
  }

  @Test
  void an_unknown_product_and_an_option_without_its_value_are_refused() throws Exception {
    assertThat(refused("--only", "deb,rpm"))
        .isEqualTo(
            "gramme: --only has \"rpm\", but archive, extras, deb, image and npm are possible");
    assertThat(refused("--output"))
        .isEqualTo("gramme: --output needs a value; ./gramme dist --help explains it");
  }

  @ParameterizedTest
  @CsvSource({
    "linux-arm64, Linux, aarch64",
    "macos-arm64, Darwin, aarch64",
    "windows-x64, Windows, x86_64"
  })
  void another_platform_needs_a_jdk_of_it(String platform, String system, String processor)
      throws Exception {
    assertThat(refused("--platform", platform))
        .isEqualTo(
            "gramme: --platform " + platform + " needs --jdk FOLDER with a JDK of that platform");
    assertThat(refused("--platform", platform, "--jdk", jdk("Linux", "x86_64", JAVA)))
        .isEqualTo(
            "gramme: the JDK in %s is for Linux x86_64, not for %s %s"
                .formatted(folder, system, processor));
    assertThat(refused("--platform", platform, "--jdk", jdk(system, processor, "25.0.99")))
        .isEqualTo(
            "gramme: the JDK in %s has the version 25.0.99, but the one that builds has %s"
                .formatted(folder, JAVA));
    assertThat(refused("--platform", platform, "--jdk", jdk(system, processor, JAVA)))
        .isEqualTo(
            "gramme: the JDK in %s has no folder jmods, which Temurin has as a file of its own"
                .formatted(folder));
  }

  @Test
  void a_folder_that_is_no_jdk_is_refused() throws Exception {
    assertThat(refused("--platform", "macos-arm64", "--jdk", folder.toString()))
        .isEqualTo(
            "gramme: the JDK in %s is for no known system, not for Darwin aarch64"
                .formatted(folder));
  }

  @Test
  void the_debian_package_and_the_image_are_for_this_platform_only() throws Exception {
    for (String part : List.of("deb", "image")) {
      assertThat(refused("--platform", "linux-arm64", "--jdk", folder.toString(), "--only", part))
          .isEqualTo("gramme: the Debian package and the image are built for linux-x64 only");
    }
    assertThat(refused("--jdk", folder.toString()))
        .isEqualTo("gramme: --jdk is for other platforms than linux-x64");
  }

  /** The program answers as it would on the platform, where it names the missing package. */
  @ParameterizedTest
  @CsvSource({
    "linux, x64, gramme-linux-x64",
    "linux, arm64, gramme-linux-arm64",
    "darwin, arm64, gramme-macos-arm64",
    "win32, x64, gramme-windows-x64"
  })
  void the_package_for_npm_names_the_package_of_the_platform(
      String system, String processor, String name) throws Exception {
    assertThat(installation(system, processor))
        .contains("gramme needs the package " + name + ", which is not installed");
  }

  @Test
  void the_package_for_npm_lists_the_platforms() throws Exception {
    assertThat(installation("darwin", "x64"))
        .contains(
            "gramme has no server for darwin-x64, only for linux-x64, linux-arm64, darwin-arm64,"
                + " win32-x64");
  }

  private static String installation(String system, String processor) throws Exception {
    assumeTrue(Programs.isInstalled("node"), "node is missing");
    var builder =
        new ProcessBuilder(
            "node",
            "-e",
            """
            const { argv } = process;
            Object.defineProperty(process, 'platform', { value: argv[2] });
            Object.defineProperty(process, 'arch', { value: argv[3] });
            try {
              require(argv[1]).findInstallation();
            } catch (error) {
              console.log(error.message);
            }
            """,
            Release.ROOT.resolve("npm/gramme/lib/installation.js").toString(),
            system,
            processor);
    builder.environment().remove("GRAMME_HOME");
    return Programs.run(builder).output();
  }

  /** cmd.exe needs these line ends to find labels. */
  @Test
  void the_script_for_windows_has_its_line_ends_and_labels() throws Exception {
    String script = Files.readString(Path.of("src/main/launcher/gramme.cmd"));
    assertThat(script.split("\n")).allMatch(line -> line.endsWith("\r"));
    assertThat(script.lines().filter(line -> line.matches(".*goto [a-z]+")))
        .isNotEmpty()
        .allSatisfy(
            line -> assertThat(script).contains("\n:" + line.replaceFirst(".* ", "") + "\r"));
  }
}
