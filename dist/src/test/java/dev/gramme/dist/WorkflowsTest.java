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

  @Test
  void a_version_that_npm_has_is_not_published_again() throws Exception {
    String script =
        jobs("release.yml").getFirst().stream()
            .map(WorkflowsTest::script)
            .filter(text -> text.contains("npm publish"))
            .findFirst()
            .orElseThrow();
    Path npm = Files.writeString(folder.resolve("npm"), NPM);
    assertThat(npm.toFile().setExecutable(true)).isTrue();
    var builder = new ProcessBuilder("bash", "-eo", "pipefail", "-c", script);
    builder.directory(folder.toFile()).environment().put("GITHUB_REF_NAME", "v1.2.3");
    builder.environment().merge("PATH", folder + ":", (path, first) -> first + path);

    var outcome = Programs.run(builder);

    assertThat(outcome.output()).contains("gramme-linux-x64 1.2.3 is published already");
    assertThat(outcome.status()).isZero();
    assertThat(folder.resolve("calls"))
        .hasContent("publish --provenance --access public target/dist/gramme-1.2.3.tgz\n");
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
