package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What can be checked of the workflows of continuous integration without running them there. */
class WorkflowsTest {
  private static final Path FOLDER = Release.ROOT.resolve(".github");

  /** A program in the place of npm: its registry has one of the two packages. */
  private static final String NPM =
      """
      #!/bin/sh
      case "$1 $2" in
        "view gramme-linux-x64@1.2.3") echo 1.2.3 ;;
        view*) exit 1 ;;
        *) echo "$*" >>calls ;;
      esac
      """;

  @TempDir Path folder;

  private static Object yaml(String name) throws IOException {
    return new Yaml(new SafeConstructor(new LoaderOptions()))
        .load(Files.readString(FOLDER.resolve(name)));
  }

  private static Map<?, ?> map(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new AssertionError("not a map: " + value);
  }

  private static Object at(Object value, String name) {
    Object found = map(value).get(name);
    if (found == null) {
      throw new AssertionError(name + " is missing in " + value);
    }
    return found;
  }

  private static List<?> list(Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw new AssertionError("not a list: " + value);
  }

  /** The steps of all jobs of a workflow, in lists of one job each. */
  private static List<List<?>> jobs(String workflow) throws IOException {
    var jobs = new ArrayList<List<?>>();
    for (Object job : map(at(yaml("workflows/" + workflow), "jobs")).values()) {
      jobs.add(list(at(job, "steps")));
    }
    return jobs;
  }

  /** The step of a workflow with this name. */
  private static Object step(String workflow, String name) throws IOException {
    return jobs(workflow).stream()
        .flatMap(List::stream)
        .filter(step -> name.equals(map(step).get("name")))
        .findFirst()
        .orElseThrow();
  }

  private static String script(Object step) {
    return String.valueOf(map(step).get("run"));
  }

  private static Stream<Path> tracked(String name) throws Exception {
    return Programs.output("git", "-C", Release.ROOT, "ls-files", "*" + name)
        .lines()
        .filter(file -> file.equals(name) || file.endsWith("/" + name))
        .map(Release.ROOT::resolve);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ci.yml", "nightly.yml", "release.yml"})
  void a_job_installs_sphinx_before_it_builds_the_documentation(String workflow) throws Exception {
    for (List<?> steps : jobs(workflow)) {
      boolean installed = false;
      for (Object step : steps) {
        installed |= script(step).contains("pip install sphinx myst-parser furo");
        if (script(step).matches("(?s).*gramme (docs|release --dry-run).*")) {
          assertThat(installed).as(script(step)).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ci.yml", "nightly.yml", "release.yml"})
  void actions_are_named_by_their_commits(String workflow) throws Exception {
    String text = Files.readString(FOLDER.resolve("workflows").resolve(workflow));

    assertThat(text.lines().filter(line -> line.contains("uses:")))
        .isNotEmpty()
        .allMatch(line -> line.matches(".*uses: [a-z-]+/[a-z-]+@[0-9a-f]{40} # v[0-9.]+"));
  }

  @Test
  void dependabot_knows_every_file_with_versions() throws Exception {
    var known = new ArrayList<String>();
    for (Object update : list(at(yaml("dependabot.yml"), "updates"))) {
      Object folders = map(update).get("directories");
      if (folders == null) {
        known.add(at(update, "package-ecosystem") + " " + at(update, "directory"));
      } else {
        list(folders).forEach(name -> known.add(at(update, "package-ecosystem") + " " + name));
      }
    }
    assertThat(known).contains("github-actions /", "pip /compat/python");
    var packages = new ArrayList<Path>();
    for (Path file : tracked("package.json").toList()) {
      if (Files.readString(file).contains("ependencies\"")) {
        packages.add(file);
      }
    }
    assertThat(packages)
        .hasSizeGreaterThan(3)
        .allSatisfy(file -> assertThat(known).contains("npm " + name(file)));
    String modules = Files.readString(Release.ROOT.resolve("pom.xml"));
    assertThat(tracked("pom.xml"))
        .filteredOn(file -> !modules.contains("<module>%s<".formatted(name(file).substring(1))))
        .hasSizeGreaterThan(8)
        .allSatisfy(file ->
            assertThat(known)
                .containsAnyOf(
                    "maven " + name(file), "maven " + name(file).replaceFirst("[^/]+$", "*")));
  }

  /** The folder of a file, from the root of the project, as dependabot names it. */
  private static String name(Path file) {
    return "/" + Release.ROOT.relativize(file.getParent());
  }

  /**
   * Runs a step of the release of a tag. A program of this machine is replaced, and appends its
   * arguments to the file "calls".
   */
  private Programs.Outcome run(String name, String tag, String program, String replacement)
      throws Exception {
    String script = script(step("release.yml", name));
    Path file = Files.writeString(folder.resolve(program), replacement);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    var builder = new ProcessBuilder("bash", "-eo", "pipefail", "-c", script);
    var environment = builder.directory(folder.toFile()).environment();
    environment.put("GITHUB_REF_NAME", tag);
    environment.put("GITHUB_REPOSITORY_OWNER", "Owner");
    environment.put("GITHUB_OUTPUT", folder.resolve("output").toString());
    environment.put("GITHUB_TOKEN", "secret");
    environment.put("GITHUB_ACTOR", "actor");
    environment.merge("PATH", folder + ":", (path, first) -> first + path);
    return Programs.run(builder);
  }

  @Test
  void a_version_that_npm_has_is_not_published_again() throws Exception {
    var outcome = run("packages to npm", "v1.2.3", "npm", NPM);

    assertThat(outcome.output()).contains("gramme-linux-x64 1.2.3 is published already");
    assertThat(outcome.status()).isZero();
    assertThat(folder.resolve("calls"))
        .hasContent("publish --provenance --access public target/dist/gramme-1.2.3.tgz\n");
  }

  @Test
  void a_pre_release_is_not_the_latest_version_of_npm() throws Exception {
    assertThat(run("packages to npm", "v1.2.4-rc.1", "npm", NPM).status()).isZero();

    assertThat(folder.resolve("calls"))
        .hasContent(
            """
            publish --provenance --access public --tag next target/dist/gramme-linux-x64-1.2.4-rc.1.tgz
            publish --provenance --access public --tag next target/dist/gramme-1.2.4-rc.1.tgz
            """);
  }

  @ParameterizedTest
  @CsvSource({"v1.2.3, latest", "v1.2.3-rc.1, next"})
  void an_image_gets_the_tags_of_its_version_and_its_channel(String tag, String channel)
      throws Exception {
    String skopeo =
        """
        #!/bin/sh
        echo "$*" >>calls
        if [ "$1" = login ]; then cat >/dev/null; fi
        """;

    assertThat(run("image to the registry", tag, "skopeo", skopeo).status()).isZero();

    String version = tag.substring(1);
    assertThat(Files.readString(folder.resolve("calls")).lines())
        .filteredOn(line -> line.startsWith("copy"))
        .map(line -> line.replaceFirst(".* ", ""))
        .containsExactly(
            "docker://ghcr.io/owner/gramme:" + version, "docker://ghcr.io/owner/gramme:" + channel);
  }

  @ParameterizedTest
  @CsvSource({"v1.2.3, false", "v1.2.3-rc.1, true"})
  void a_pre_release_is_marked_on_the_page_of_releases(String tag, boolean marked)
      throws Exception {
    Path command = Files.writeString(folder.resolve("gramme"), "#!/bin/sh\necho notes\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
    Files.createDirectories(folder.resolve("target"));
    String gh = "#!/bin/sh\necho \"$*\" >>calls\ntest \"$2\" != view\n";

    assertThat(run("release with the section of the changelog", tag, "gh", gh).status()).isZero();

    assertThat(Files.readString(folder.resolve("calls")).contains(" --prerelease "))
        .isEqualTo(marked);
  }

  /** The tests of the archives, of the image and of npm's packages are among them. */
  @Test
  void nothing_is_published_before_all_tests_have_passed() throws Exception {
    List<?> steps = jobs("release.yml").getFirst();
    int tests = -1;
    for (int i = 0; i < steps.size(); i++) {
      String script = script(steps.get(i));
      if (script.equals("./gramme release --dry-run --all")) {
        tests = i;
      } else if (script.matches("(?s).*(skopeo copy|npm publish|--central|gh release).*")) {
        assertThat(tests).as(script).isNotNegative();
      }
    }
  }

  @Test
  void attestations_have_the_bills_of_materials_of_what_is_published() throws Exception {
    String workflow = Files.readString(FOLDER.resolve("workflows/release.yml"));

    assertThat(workflow.lines().filter(line -> line.contains("sbom-path:")).map(String::strip))
        .contains(
            "sbom-path: target/dist/gramme-${{ steps.tag.outputs.version }}-linux-x64.cdx.json",
            "sbom-path: target/dist/gramme-${{ steps.tag.outputs.version }}-image.cdx.json")
        .doesNotContain("sbom-path: dist/target/sbom.cdx.json");
    assertThat(script(step("release.yml", "the tag is the version of the build")))
        .contains("version=${GITHUB_REF_NAME#v}");
  }

  @Test
  void gradle_builds_the_program_against_the_published_libraries() throws Exception {
    Path log = folder.resolve("calls");
    String script = script(step("ci.yml", "a program with Gradle"));
    // Programs in the place of those that download, compare and unpack Gradle.
    for (String name : List.of("curl", "sha256sum", "unzip")) {
      Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\ncat >/dev/null\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    Path gradle = Files.createDirectories(folder.resolve("gradle-9.1.0/bin")).resolve("gradle");
    Files.writeString(gradle, "#!/bin/sh\necho \"$*\" >>calls\n");
    assertThat(gradle.toFile().setExecutable(true)).isTrue();
    var builder = new ProcessBuilder("bash", "-eo", "pipefail", "-c", script);
    builder.directory(folder.toFile());
    builder.environment().merge("PATH", folder + ":", (path, first) -> first + path);

    assertThat(Programs.run(builder)).isEqualTo(new Programs.Outcome(0, ""));

    assertThat(log).hasContent("--no-daemon --project-dir examples/gradle test\n");
    String properties = Files.readString(Release.ROOT.resolve("examples/gradle/gradle.properties"));
    String published = properties.replaceFirst("(?s).*grammeRepository=(\\S+).*", "$1");
    assertThat(Release.ROOT.resolve("examples/gradle").resolve(published).normalize())
        .isEqualTo(Release.ROOT.resolve("target/published"));
    assertThat(jobs("ci.yml").stream().flatMap(List::stream).map(WorkflowsTest::script))
        .contains("./gramme publish target/published");
  }

  @Test
  void the_packages_of_npm_name_the_repository() throws Exception {
    for (String name : List.of("gramme", "platform")) {
      assertThat(Release.ROOT.resolve("npm").resolve(name).resolve("package.json"))
          .content()
          .contains(
              "\"repository\": { \"type\": \"git\", \"url\": \"git+https://REPOSITORY.git\" }");
    }
  }

  @Test
  void text_has_the_line_ends_of_unix_on_every_system() throws Exception {
    assertThat(Programs.output("git", "-C", Release.ROOT, "check-attr", "eol", "--", "gramme"))
        .contains("eol: lf");
  }
}
