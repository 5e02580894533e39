package dev.gramme.auth.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.auth.identity.IdentitiesFile.Credentials;
import dev.gramme.auth.policy.Access;
import dev.gramme.auth.policy.Decision;
import dev.gramme.auth.policy.Requester;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentitiesFileTest {
  private static final String ACCOUNT = "000000000000";
  private static final Credentials FIRST = new Credentials("AKIDFIRST", "first-secret");
  private static final Credentials SECOND = new Credentials("AKIDSECOND", "second-secret");
  private static final Credentials THIRD = new Credentials("AKIDTHIRD", "third-secret");
  private static final String POLICY =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}
      """;

  private static IdentitiesFile alice() throws IdentitiesException {
    return IdentitiesFile.empty(ACCOUNT).add("alice", FIRST, Optional.of(POLICY));
  }

  private static IdentitiesFile again(IdentitiesFile file) throws IdentitiesException {
    return IdentitiesFile.parse(file.json(), ACCOUNT);
  }

  private static boolean isAllowed(AccessKey key) {
    var requester = new Requester(key.principal(), "127.0.0.1", "us-east-1", false, Instant.EPOCH);
    var access = Access.of("ListTables", Access.NO_RESOURCE);
    return requester.decide(access, Optional.empty(), Map.of()) == Decision.ALLOWED;
  }

  @Test
  void a_user_is_added_with_a_policy() throws Exception {
    var identities = Identities.parse(alice().json(), ACCOUNT);
    var key = identities.find("AKIDFIRST").orElseThrow();
    assertThat(key.secret()).isEqualTo("first-secret");
    assertThat(key.principal()).hasToString("arn:aws:iam::000000000000:user/alice");
    assertThat(isAllowed(key)).isTrue();
    assertThat(again(alice()).list())
        .containsExactly(
            new IdentitiesFile.Entry(
                "arn:aws:iam::000000000000:user/alice", List.of("AKIDFIRST"), 1));
  }

  @Test
  void an_identity_has_two_keys_during_a_rotation() throws Exception {
    var both = again(alice().rotate("alice", SECOND));
    var identities = Identities.parse(both.json(), ACCOUNT);
    assertThat(identities.find("AKIDFIRST")).isPresent();
    assertThat(isAllowed(identities.find("AKIDSECOND").orElseThrow())).isTrue();
    assertThatThrownBy(() -> both.rotate("alice", THIRD))
        .hasMessage(
            "alice has 2 access keys: remove one that is not in use first, such as AKIDFIRST");

    var after = again(both.removeKey("arn:aws:iam::000000000000:user/alice", "AKIDFIRST"));
    assertThat(after.list().getFirst().keyIds()).containsExactly("AKIDSECOND");
    assertThatThrownBy(() -> after.removeKey("alice", "AKIDSECOND"))
        .hasMessage("AKIDSECOND is the only access key of alice: remove the identity instead");
    assertThatThrownBy(() -> after.removeKey("alice", "AKIDFIRST"))
        .hasMessage("alice has no access key AKIDFIRST");
  }

  @Test
  void manual_edits_are_kept() throws Exception {
    var text =
        """
        {"identities": [
          {"accessKeyId": "AKIDROOT", "secretAccessKey": "s", "arn": "arn:aws:iam::000000000000:root"},
          {"accessKeyId": "AKIDFIRST", "secretAccessKey": "a \\"quoted\\" one",
           "arn": "arn:aws:iam::000000000000:user/team/bob", "tags": {"tenant": "a"},
           "policies": [{"Version": "2012-10-17", "Statement": [
             {"Effect": "Allow", "Action": "*", "Resource": "*",
              "Condition": {"NumericLessThan": {"aws:EpochTime": 5}, "Null": {"aws:userid": true}}}]}]}
        ]}
        """;
    var name = "arn:aws:iam::000000000000:user/team/bob";
    var changed = IdentitiesFile.parse(text, ACCOUNT).rotate(name, SECOND);
    assertThat(changed.json())
        .contains("\"tenant\": \"a\"", "\"aws:EpochTime\": 5", "\"aws:userid\": true")
        .contains("a \\\"quoted\\\" one", "AKIDROOT");
    assertThat(again(changed).list()).hasSize(2);
    assertThat(again(changed.remove(name)).list()).hasSize(1);
  }

  @Test
  void invalid_changes_are_refused() throws Exception {
    var file = alice();
    assertThatThrownBy(() -> file.add("alice", SECOND, Optional.empty()))
        .hasMessage("the identity alice already exists");
    assertThatThrownBy(() -> file.add("bob", FIRST, Optional.empty()))
        .hasMessage("the access key AKIDFIRST occurs twice");
    assertThatThrownBy(() -> file.add("no name", SECOND, Optional.empty()))
        .isInstanceOf(IdentitiesException.class);
    assertThatThrownBy(() -> file.add("bob", SECOND, Optional.of("{")))
        .hasMessage("the policy is not JSON");
    assertThatThrownBy(() -> file.add("bob", SECOND, Optional.of("{\"Statement\":7}")))
        .isInstanceOf(IdentitiesException.class);
    assertThatThrownBy(() -> file.remove("bob"))
        .hasMessage("there is no identity arn:aws:iam::000000000000:user/bob");
    assertThatThrownBy(() ->
            Identities.parse(
                """
                {"identities": [{"arn": "arn:aws:iam::000000000000:user/a", "accessKeys": []}]}
                """,
                ACCOUNT))
        .hasMessageContaining("accessKeys is not a list of one or two keys");
  }
}
