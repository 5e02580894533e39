package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.auth.identity.Identities;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentitiesCommandTest {
  @TempDir private Path folder;
  private String output = "";

  private Path file() {
    return folder.resolve("identities.json");
  }

  private int run(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.add("--identities=" + file());
    return runPlainly(all);
  }

  private int runPlainly(List<String> arguments) {
    var out = new ByteArrayOutputStream();
    var printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    int status = IdentitiesCommand.run(arguments, Map.of(), printed, printed);
    output = out.toString(StandardCharsets.UTF_8);
    return status;
  }

  /** The value that a command printed as NAME=VALUE. */
  private String printed(String name) {
    return output
        .lines()
        .filter(line -> line.startsWith(name + "="))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  private Identities identities() throws Exception {
    return Identities.parse(Files.readString(file()), "000000000000");
  }

  @Test
  void a_user_is_added_given_a_second_key_and_removed() throws Exception {
    var policy =
        Files.writeString(
            folder.resolve("policy.json"),
            """
            {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}
            """);
    assertThat(run("add", "alice", "--policy", policy.toString())).isZero();
    String first = printed("AWS_ACCESS_KEY_ID");
    assertThat(identities().find(first).orElseThrow().secret())
        .isEqualTo(printed("AWS_SECRET_ACCESS_KEY"))
        .hasSize(40);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");

    assertThat(run("rotate", "alice")).isZero();
    String second = printed("AWS_ACCESS_KEY_ID");
    assertThat(run("list")).isZero();
    assertThat(output)
        .isEqualTo(
            "arn:aws:iam::000000000000:user/alice  keys %s, %s  policies 1\n"
                .formatted(first, second));
    assertThat(run("rotate", "alice")).isEqualTo(1);
    assertThat(output).startsWith("gramme: alice has 2 access keys");

    assertThat(run("remove", "alice", first)).isZero();
    assertThat(identities().find(first)).isEmpty();
    assertThat(identities().find(second)).isPresent();
    assertThat(run("remove", "alice")).isZero();
    assertThat(identities().size()).isZero();
    assertThat(run("remove", "alice")).isEqualTo(1);
  }

  @Test
  void a_user_without_a_policy_has_no_permissions_and_the_output_says_so() {
    assertThat(run("add", "alice")).isZero();
    assertThat(output).contains("# alice has no permissions yet");
  }

  @Test
  void wrong_arguments_show_the_right_ones() throws Exception {
    for (var wrong :
        List.of(
            new String[] {},
            new String[] {"add"},
            new String[] {"add", "a", "b"},
            new String[] {"list", "a"},
            new String[] {"rotate", "a", "--policy=p"},
            new String[] {"forget", "a"})) {
      assertThat(run(wrong)).as(String.join(" ", wrong)).isEqualTo(2);
      assertThat(output).startsWith("gramme: ./gramme identities add NAME");
    }
    assertThat(runPlainly(List.of("list"))).isEqualTo(2);
    assertThat(output).contains("--identities FILE must name the file");
    assertThat(run("add", "alice", "--policy=" + folder.resolve("none"))).isEqualTo(1);
    assertThat(file()).doesNotExist();
    Files.writeString(file(), "nonsense");
    assertThat(run("list")).isEqualTo(1);
    assertThat(output).contains("it is no JSON");
  }
}
