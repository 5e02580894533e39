package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts of the Debian package, run by dpkg in a folder that is the root of another system.
 * Debian's own programs enable the service and start it; only {@code systemctl} and the programs
 * that create users are replaced, by scripts that record what they are called with.
 */
class DebianScriptsTest {
  private static final Path SOURCES = Path.of("src", "main", "deb").toAbsolutePath();
  private static final List<String> DPKG_FOLDERS =
      List.of("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers");

  /** Answers as systemd does for a service that is enabled by a link and never fails. */
  private static final String SYSTEMCTL =
      """
      #!/bin/sh
      root=%1$s
      case "$*" in
        *is-enabled*) test -L $root/etc/systemd/system/multi-user.target.wants/gramme.service && echo enabled ;;
        *is-active*) test -e $root/run/active ;;
        *restart* | *start*) echo start >>$root/calls; test ! -e $root/run/broken && touch $root/run/active ;;
        *stop*) echo stop >>$root/calls; rm -f $root/run/active ;;
      esac
      """;

  @TempDir Path folder;
  private Path root = Path.of("");

  @BeforeEach
  void createSystem() throws Exception {
    for (String program : List.of("dpkg", "dpkg-deb", "deb-systemd-helper", "deb-systemd-invoke")) {
      assumeTrue(Programs.isInstalled(program), program + " is missing");
    }
    root = folder.resolve("root");
    for (String name : DPKG_FOLDERS) {
      Files.createDirectories(root.resolve(name));
    }
    Files.createFile(root.resolve("var/lib/dpkg/status"));
    Files.createDirectories(root.resolve("run/systemd/system"));
    Files.createFile(root.resolve("calls"));
    Files.createDirectories(folder.resolve("bin"));
    program("systemctl", SYSTEMCTL.formatted(root));
    program("adduser", "#!/bin/sh\n");
    program("chown", "#!/bin/sh\n");
    program("install", "#!/bin/sh\nmkdir -p " + root.resolve("var/lib/gramme") + "\n");
  }

  private void program(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("bin").resolve(name), text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** A package with the scripts, the unit and the settings, without the program. */
  private Path deb(String version) throws Exception {
    Path tree = Files.createDirectories(folder.resolve("tree-" + version));
    Path control = Files.createDirectories(tree.resolve("DEBIAN"));
    Path units = Files.createDirectories(tree.resolve("usr/lib/systemd/system"));
    Path settings = Files.createDirectories(tree.resolve("etc/gramme"));
    for (String name : List.of("postinst", "prerm", "postrm")) {
      Path script = Files.copy(SOURCES.resolve(name), control.resolve(name));
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Files.copy(SOURCES.resolve("gramme.service"), units.resolve("gramme.service"));
    Files.copy(SOURCES.resolve("gramme.conf"), settings.resolve("gramme.conf"));
    Files.writeString(control.resolve("conffiles"), "/etc/gramme/gramme.conf\n");
    Files.writeString(
        control.resolve("control"),
        "Package: gramme\nVersion: %s\nArchitecture: all\nMaintainer: test\nDescription: test\n"
            .formatted(version));
    Path file = folder.resolve("gramme-" + version + ".deb");
    Programs.output("dpkg-deb", "--root-owner-group", "--build", tree, file);
    return file;
  }

  /** Runs dpkg, which must succeed, and returns what it prints. */
  private String dpkg(Object... arguments) throws Exception {
    var command = new java.util.ArrayList<String>();
    command.addAll(List.of("dpkg", "--root=" + root, "--force-script-chrootless"));
    command.add("--force-not-root");
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    var builder = new ProcessBuilder(command);
    String path = builder.environment().get("PATH");
    builder.environment().put("PATH", folder.resolve("bin") + ":" + path + ":/usr/sbin:/sbin");
    var outcome = Programs.run(builder);
    assertThat(outcome.status()).as(outcome.output()).isZero();
    return outcome.output();
  }

  private boolean isRunning() {
    return Files.exists(root.resolve("run/active"));
  }

  private boolean isEnabled() {
    return Files.isSymbolicLink(
        root.resolve("etc/systemd/system/multi-user.target.wants/gramme.service"));
  }

  @Test
  void the_service_runs_after_an_installation_also_after_a_removal() throws Exception {
    Path file = deb("1");

    dpkg("--install", file);
    assertThat(isEnabled()).isTrue();
    assertThat(isRunning()).isTrue();
    dpkg("--remove", "gramme");
    assertThat(isRunning()).isFalse();
    dpkg("--install", file);
    assertThat(isEnabled()).isTrue();
    assertThat(isRunning()).isTrue();
    assertThat(root.resolve("calls")).hasContent("start\nstop\nstart\n");
  }

  @Test
  void an_upgrade_restarts_the_service_but_not_one_that_was_disabled() throws Exception {
    dpkg("--install", deb("1"));
    dpkg("--install", deb("2"));
    assertThat(root.resolve("calls")).hasContent("start\nstart\n");

    Files.delete(root.resolve("etc/systemd/system/multi-user.target.wants/gramme.service"));
    Files.delete(root.resolve("run/active"));
    dpkg("--install", deb("3"));
    assertThat(isEnabled()).isFalse();
    assertThat(isRunning()).isFalse();
  }

  @Test
  void a_service_that_does_not_start_does_not_prevent_the_installation() throws Exception {
    Files.createFile(root.resolve("run/broken"));

    assertThat(dpkg("--install", deb("1")))
        .contains("gramme: the service did not start; journalctl -u gramme has the reason");
    assertThat(
            Programs.output(
                "dpkg-query",
                "--admindir=" + root.resolve("var/lib/dpkg"),
                "-W",
                "-f",
                "${Status}",
                "gramme"))
        .isEqualTo("install ok installed");
  }

  @Test
  void a_policy_that_forbids_starts_is_obeyed() throws Exception {
    Files.createDirectories(root.resolve("usr/sbin"));
    Path policy = Files.writeString(root.resolve("usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n");
    assertThat(policy.toFile().setExecutable(true)).isTrue();

    dpkg("--install", deb("1"));

    assertThat(root.resolve("calls")).isEmptyFile();
    assertThat(isEnabled()).isTrue();
  }

  @Test
  void a_purge_keeps_the_data_and_nothing_else() throws Exception {
    dpkg("--install", deb("1"));

    assertThat(dpkg("--purge", "gramme")).contains("the data in /var/lib/gramme was kept");

    assertThat(root.resolve("var/lib/gramme")).isDirectory();
    assertThat(root.resolve("etc/gramme")).doesNotExist();
    assertThat(isEnabled()).isFalse();
    // A new installation is like the first one.
    dpkg("--install", deb("2"));
    assertThat(isEnabled()).isTrue();
    assertThat(isRunning()).isTrue();
  }
}
