package dev.gramme.move.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.move.CommandException;
import dev.gramme.move.Connection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The functions of templates, and what is not one. */
final class TemplateTest {
  private static final String HEAD =
      """
      Parameters:
        List: {Type: CommaDelimitedList, Default: 'a, b,c'}
        Count: {Type: Number, Default: 3, MinValue: 1, MaxValue: 5}
        Stage: {Type: String, Default: test, AllowedPattern: '[a-z]+'}
      Mappings:
        Names: {test: {Table: mapped}}
      Conditions:
        IsTest: !Equals [!Ref Stage, test]
        IsLive: !Not [!Condition IsTest]
        Either: !Or [!Condition IsTest, !Condition IsLive]
        Both: !And [!Condition IsTest, !Condition IsLive]
        Circle: !Not [!Condition Circle]
      """;

  private static Template read(String resources, Map<String, String> parameters)
      throws CommandException {
    return Template.read(
        TemplateFile.parse(HEAD + resources, "template"),
        parameters,
        OtherValues.INVENTED,
        "eu-west-1");
  }

  private static String nameOf(String expression) throws CommandException {
    return read(
            """
            Resources:
              T:
                Type: AWS::Serverless::SimpleTable
                Properties: {TableName: %s}
            """
                .formatted(expression),
            Map.of())
        .tables()
        .getFirst()
        .name();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '#',
      value = {
        "plain = plain",
        "!Ref Stage = test",
        "{Ref: Stage} = test",
        "!Sub '${Stage}-${AWS::Region}-${Count}' = test-eu-west-1-3",
        "!Sub '${!Stage}' = ${Stage}",
        "!Sub ['${A}-${Stage}', {A: !Ref Count}] = 3-test",
        "!Join ['.', [a, !Ref Stage]] = a.test",
        "!Join ['+', !Ref List] = a+b+c",
        "!Select [1, !Ref List] = b",
        "!Select [2, !Split ['-', 'x-y-z']] = z",
        "!FindInMap [Names, !Ref Stage, Table] = mapped",
        "!If [IsTest, yes-it-is, no-it-is-not] = yes-it-is",
        "!If [Both, x, !If [Either, y, z]] = y",
        "!Ref AWS::NoValue = T",
      })
  void functions_are_evaluated(String expression, String expected) throws CommandException {
    assertThat(nameOf(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '#',
      value = {
        "!ImportValue x = the exported value x is not known here; give it with --import x",
        "!GetAtt Topic.Arn = the attribute Topic.Arn is not known here; give it with --attribute",
        "!Sub '${Topic.Arn}' = the attribute Topic.Arn is not known here; give it with --attribute",
        "!Select [3, !Ref List] = Fn::Select of element 3 in a list of 3",
        "!FindInMap [Names, live, Table] = Fn::FindInMap finds no \"live\"",
        "!If [Circle, a, b] = the condition \"Circle\" is circular",
        "!If [None, a, b] = there is no condition \"None\"",
        "!Join ['.', [a], b] = Fn::Join needs a list of 2",
        "!Ref AWS::StackName = AWS::StackName is not known here; give it with --parameter",
        "[a] = is not a text",
      })
  void errors_name_their_place(String expression, String expected) {
    assertThatThrownBy(() -> nameOf(expression))
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith(
            expression.contains("Circle")
                ? "Conditions.Circle"
                : "Resources.T.Properties.TableName")
        .hasMessageContaining(expected);
  }

  /** The encryption key of a table whose template has other resources. */
  private static String keyOf(String expression, OtherValues values, Map<String, String> parameters)
      throws CommandException {
    String resources =
        """
        Resources:
          Key: {Type: 'AWS::KMS::Key'}
          Stream: {Type: 'AWS::Kinesis::Stream', Properties: {Name: !Sub '${T}-changes'}}
          Role: {Type: 'AWS::IAM::Role'}
          Topic: {Type: 'AWS::SNS::Topic'}
          Off: {Type: 'AWS::KMS::Key', Condition: IsLive}
          T:
            Type: AWS::DynamoDB::Table
            Properties:
              TableName: things
              SSESpecification: {SSEEnabled: true, SSEType: KMS, KMSMasterKeyId: %s}
        """
            .formatted(expression);
    return Template.read(TemplateFile.parse(HEAD + resources, "t"), parameters, values, "eu-west-1")
        .tables()
        .getFirst()
        .request()
        .sseSpecification()
        .kmsMasterKeyId();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '#',
      value = {
        "!GetAtt Key.Arn = arn:aws:kms:eu-west-1:000000000000:key/Key",
        "{'Fn::GetAtt': [Key, Arn]} = arn:aws:kms:eu-west-1:000000000000:key/Key",
        "{'Fn::GetAtt': Key.KeyId} = Key",
        "!Ref Key = Key",
        "!Sub '${Key.Arn}!' = arn:aws:kms:eu-west-1:000000000000:key/Key!",
        "!GetAtt Stream.Arn = arn:aws:kinesis:eu-west-1:000000000000:stream/things-changes",
        "!GetAtt Role.Arn = arn:aws:iam::000000000000:role/Role",
        "!GetAtt T.Arn = arn:aws:dynamodb:eu-west-1:000000000000:table/things",
      })
  void attributes_of_resources_that_only_aws_has_are_invented(String expression, String expected)
      throws CommandException {
    assertThat(keyOf(expression, OtherValues.INVENTED, Map.of())).isEqualTo(expected);
    assertThat(keyOf(expression, OtherValues.INVENTED, Map.of("AWS::AccountId", "111122223333")))
        .isEqualTo(expected.replace("000000000000", "111122223333"));
  }

  @Test
  void given_attributes_and_exports_take_precedence() throws CommandException {
    var given = new OtherValues(Map.of("Key.Arn", "mine"), Map.of("shared-key", "other"), true);

    assertThat(keyOf("!GetAtt Key.Arn", given, Map.of())).isEqualTo("mine");
    assertThat(keyOf("!Sub '${Key.Arn}'", given, Map.of())).isEqualTo("mine");
    assertThat(keyOf("!ImportValue shared-key", given, Map.of())).isEqualTo("other");
    assertThatThrownBy(
            () -> keyOf("x", new OtherValues(Map.of("Kye.Arn", "mine"), Map.of(), true), Map.of()))
        .hasMessageStartingWith("the template has no resource for the attribute Kye.Arn");
    assertThatThrownBy(() -> keyOf("!GetAtt Off.Arn", given, Map.of()))
        .hasMessageContaining("the attribute Off.Arn is not known here");
  }

  @Test
  void nothing_is_invented_for_a_table_in_aws() throws CommandException {
    var aws = new OtherValues(Map.of(), Map.of(), false);

    assertThatThrownBy(() -> keyOf("!GetAtt Key.Arn", aws, Map.of()))
        .hasMessageContaining("give it with --attribute Key.Arn=VALUE");
    assertThatThrownBy(() -> keyOf("!GetAtt T.Arn", aws, Map.of()))
        .hasMessageContaining("give it with --attribute T.Arn=VALUE");
    assertThat(keyOf("!GetAtt T.Arn", aws, Map.of("AWS::AccountId", "111122223333")))
        .isEqualTo("arn:aws:dynamodb:eu-west-1:111122223333:table/things");
  }

  @ParameterizedTest
  @CsvSource({
    "aws, true",
    "aws:work, true",
    "https://dynamodb.eu-west-1.amazonaws.com, true",
    "http://127.0.0.1:8000, false",
    "https://amazonaws.com.example.org, false"
  })
  void the_service_is_distinguished_from_other_servers(String place, boolean expected) {
    assertThat(Connection.isAws(place)).isEqualTo(expected);
  }

  @Test
  void parameters_keep_their_rules() {
    String resources = "Resources: {T: {Type: 'AWS::Serverless::SimpleTable'}}";

    assertThatThrownBy(() -> read(resources, Map.of("Count", "6")))
        .hasMessage("Parameters.Count: the value \"6\" is not allowed");
    assertThatThrownBy(() -> read(resources, Map.of("Count", "x")))
        .hasMessage("Parameters.Count: the value \"x\" is not allowed");
    assertThatThrownBy(() -> read(resources, Map.of("Stage", "T1")))
        .hasMessage("Parameters.Stage: the value \"T1\" is not allowed");
  }

  @Test
  void what_is_no_template_is_refused() {
    assertThatThrownBy(() -> TemplateFile.parse("a: [", "f"))
        .hasMessageStartingWith("f is neither");
    assertThatThrownBy(() -> TemplateFile.parse("text", "f"))
        .hasMessage("f is no template: it is not a map");
    assertThatThrownBy(() -> TemplateFile.parse("!!javax.script.X {}", "f"))
        .hasMessageStartingWith("f is neither YAML nor JSON: ");
    assertThatThrownBy(() -> read("Resources: {}", Map.of()))
        .hasMessage("the template has no table");
    assertThatThrownBy(() -> read("Hooks: {}\nResources: {}", Map.of()))
        .hasMessage("the section Hooks is not supported");
  }
}
