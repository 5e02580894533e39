package dev.gramme.move.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.move.CommandException;
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
    return Template.read(TemplateFile.parse(HEAD + resources, "template"), parameters, "eu-west-1");
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
        "!ImportValue x = Fn::ImportValue is not supported",
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
