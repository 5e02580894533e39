package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gramme release --set-version}, in a copy of the files that name the version. */
class SetVersionTest {
  @TempDir Path copy;

  @BeforeEach
  void copyProject() throws Exception {
    assumeTrue(
        Programs.run("git", "-C", Release.ROOT, "rev-parse").status() == 0, "this is no clone");
    // The command does not change files that do not contain the version, so they are not copied.
    var names = new ArrayList<>(List.of("gramme", "CHANGELOG.md"));
    Programs.output("git", "-C", Release.ROOT, "grep", "-lF", "-e", Release.version())
        .lines()
        .forEach(names::add);
    for (String name : new TreeSet<>(names)) {
      Path to = copy.resolve(name);
      Files.createDirectories(to.getParent());
      Files.copy(Release.ROOT.resolve(name), to);
    }
    Programs.output("git", "-C", copy, "init", "--quiet");
    Programs.output("git", "-C", copy, "add", "--all");
  }

  private void setVersion(String version) throws Exception {
    Programs.output(copy.resolve("gramme"), "release", "--set-version", version);
  }

  /** The lines that contain a version, without the sections of the changelog and this test. */
  private List<String> lines(String version) throws Exception {
    return Programs.run(
            "git",
            "-C",
            copy,
            "grep",
            "-nF",
            "-e",
            version,
            "--",
            ".",
            ":!CHANGELOG.md",
            ":!dist/src/test")
        .output()
        .lines()
        .toList();
  }

  private String text(String name) throws Exception {
    return Files.readString(copy.resolve(name), StandardCharsets.UTF_8);
  }

  @Test
  void no_file_keeps_the_former_version() throws Exception {
    String former = Release.version();
    int places = lines(former).size();

    setVersion("70.1.2");

    assertThat(lines(former)).isEmpty();
    assertThat(lines("70.1.2")).hasSize(places).hasSizeGreaterThan(50);
    assertThat(text("deploy/kubernetes/gramme.yaml")).contains("image: gramme:70.1.2");
    assertThat(text("examples/maven/pom.xml")).contains("<gramme.version>70.1.2</gramme.version>");
    assertThat(text("bom/pom.xml")).contains("<version>70.1.2</version>");
    assertThat(text("CHANGELOG.md"))
        .containsPattern("(?m)^## 70\\.1\\.2 \\(\\d{4}-\\d\\d-\\d\\d\\)$");

    setVersion("70.2.0-SNAPSHOT");

    assertThat(lines("70.1.2")).isEmpty();
    assertThat(lines("70.2.0-SNAPSHOT")).hasSize(places);
    assertThat(text("CHANGELOG.md"))
        .containsPattern("(?m)^## 70\\.2\\.0-SNAPSHOT \\(not released\\)\n\n## 70\\.1\\.2 \\(");
  }

  @Test
  void the_notes_of_a_version_are_its_section_only() throws Exception {
    Path changelog = copy.resolve("CHANGELOG.md");
    Files.writeString(
        changelog,
        "# Changes\n\n## %s (not released)\n\n### A\n\n- one\n".formatted(Release.version()));
    setVersion("70.1.2");
    setVersion("70.1.20-SNAPSHOT");
    Files.writeString(
        changelog, text("CHANGELOG.md").replace("released)\n", "released)\n\n- two\n"));
    Path program = copy.resolve("gramme");

    assertThat(Programs.output(program, "release", "--notes").strip()).isEqualTo("- two");
    Programs.output(
        "sed", "-i", "s:<version>70.1.20-SNAPSHOT<:<version>70.1.2<:", copy.resolve("pom.xml"));
    assertThat(Programs.output(program, "release", "--notes").strip()).isEqualTo("### A\n\n- one");
  }

  @Test
  void the_scripts_remain_executable() throws Exception {
    setVersion("70.1.2");

    assertThat(copy.resolve("gramme")).isExecutable();
    assertThat(Programs.output("git", "-C", copy, "diff", "--summary")).isEmpty();
  }

  @Test
  void a_text_that_is_no_version_is_refused() throws Exception {
    assertThat(Programs.run(copy.resolve("gramme"), "release", "--set-version", "v1").output())
        .contains("'v1' is not a version");
  }
}
