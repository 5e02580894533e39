package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Debian package, unpacked and not installed: its program is started by the command of its
 * systemd unit, and systemd checks the unit. It runs when {@link ArchiveTest} does.
 */
@Tag("long")
class DebianPackageTest {
  private static final String UNIT = "usr/lib/systemd/system/gramme.service";

  @TempDir static Path folder;
  private static Path file = Path.of("");
  private static Path tree = Path.of("");
  private static Path control = Path.of("");

  @BeforeAll
  static void unpack() throws Exception {
    assumeTrue(Programs.isInstalled("dpkg-deb"), "dpkg-deb is missing");
    file = Release.with(ArchiveTest.PARTS).file("_amd64.deb");
    tree = folder.resolve("tree");
    control = folder.resolve("control");
    Programs.output("dpkg-deb", "--extract", file, tree);
    Programs.output("dpkg-deb", "--control", file, control);
  }

  /** The value of a setting of the unit. */
  private static String unit(String name) throws Exception {
    return Files.readAllLines(tree.resolve(UNIT)).stream()
        .filter(line -> line.startsWith(name + "="))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 1);
  }

  /** The words of the command of the unit, with its files in the unpacked package. */
  private static List<String> command() throws Exception {
    return Stream.of(unit("ExecStart").split(" "))
        .map(word -> word.startsWith("/") ? tree + word : word)
        .toList();
  }

  @Test
  void the_command_of_the_unit_starts_a_server() throws Exception {
    var command = new ArrayList<>(command());
    command.addAll(List.of("--port", "0", "--data", folder.resolve("data").toString()));
    var program = new ProcessBuilder(command).directory(folder.toFile());
    program.environment().clear();
    // The path of systemd's services. With this mode, a JVM that cannot use its AOT cache does not
    // start.
    program
        .environment()
        .putAll(Map.of("PATH", "/usr/bin:/bin", "GRAMME_JAVA_OPTS", "-XX:AOTMode=on"));

    var server = Installation.Server.start(program);

    try {
      assertThat(server.call("ListTables", "{}")).isEqualTo("{\"TableNames\":[]}");
    } finally {
      server.stop();
    }
    assertThat(folder.resolve("data")).isNotEmptyDirectory();
  }

  @Test
  void the_data_of_the_unit_is_in_its_state_folder() throws Exception {
    assertThat(tree.resolve("etc/gramme/gramme.conf"))
        .content()
        .contains("\ndata=/var/lib/" + unit("StateDirectory") + "/");
    assertThat(control.resolve("conffiles")).hasContent("/etc/gramme/gramme.conf");
  }

  @Test
  void systemd_finds_no_fault_in_the_unit() throws Exception {
    assumeTrue(Programs.isInstalled("systemd-analyze"), "systemd-analyze is missing");
    // The targets of the unit belong to systemd.
    Path units = tree.resolve(UNIT).resolveSibling("");
    for (String target : List.of("sysinit", "basic", "network", "shutdown", "multi-user")) {
      Files.writeString(units.resolve(target + ".target"), "[Unit]\nDescription=" + target + "\n");
    }
    var checked = Programs.run("systemd-analyze", "verify", "--root=" + tree, "gramme.service");

    assertThat(checked.output()).isEmpty();
    assertThat(checked.status()).isZero();
  }

  /** Of ten; the rest is what a database needs, such as the network and code made at run time. */
  @Test
  void the_exposure_that_systemd_computes_for_the_unit_is_at_most_one_and_a_half()
      throws Exception {
    assumeTrue(Programs.isInstalled("systemd-analyze"), "systemd-analyze is missing");
    var checked =
        Programs.run(
            "systemd-analyze",
            "security",
            "--offline=true",
            "--threshold=15",
            tree.resolve(UNIT).toString());

    assertThat(checked.output()).contains("Overall exposure level for gramme.service: 1.");
    assertThat(checked.status()).isZero();
  }

  @Test
  void the_scripts_of_the_package_are_valid() throws Exception {
    for (String name : List.of("postinst", "prerm", "postrm")) {
      assertThat(control.resolve(name)).isExecutable();
      Programs.output("sh", "-n", control.resolve(name));
    }
  }

  @Test
  void all_files_belong_to_root_and_only_root_may_write_them() throws Exception {
    var lines = Programs.output("dpkg-deb", "--contents", file).lines().toList();

    assertThat(lines).hasSizeGreaterThan(100);
    assertThat(lines)
        .allMatch(line -> line.matches("[-ld][-rwx]{9} root/root .*"))
        .allMatch(line -> line.startsWith("l") || !line.substring(4, 10).contains("w"));
  }
}
