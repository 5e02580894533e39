package dev.gramme.conformance.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.settings.DynamoDbLocalOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.junit.jupiter.api.Test;
import software.amazon.dynamodb.services.local.main.CommandLineInput;

/** Compares the command line with that of the version of DynamoDB Local in the dependencies. */
class CommandLineTest {

  /** The options, which the class shows only in the text of its help. */
  private static List<Option> options() throws Exception {
    var _ = new CommandLineInput(new String[0]);
    var field = CommandLineInput.class.getDeclaredField("cliOptions");
    field.setAccessible(true);
    return List.copyOf(((Options) field.get(null)).getOptions());
  }

  @Test
  void every_option_of_dynamodb_local_is_understood_and_documented() throws Exception {
    String page = Files.readString(Path.of("../docs/from-dynamodb-local.md"));

    assertThat(options()).hasSizeGreaterThan(8);
    for (Option option : options()) {
      var line = new ArrayList<>(List.of("-" + option.getOpt()));
      if (option.hasArg()) {
        line.add("1");
      }
      assertThat(DynamoDbLocalOptions.isOne(line)).isTrue();
      assertThat(DynamoDbLocalOptions.translate(line)).isNotEmpty();
      assertThat(page).contains("`-" + option.getOpt());
    }
  }
}
