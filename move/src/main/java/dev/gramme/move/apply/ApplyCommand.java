package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import dev.gramme.move.Connection;
import dev.gramme.move.Flags;
import dev.gramme.move.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** {@code ./gramme apply}: makes the tables of a template, or changes them to what it says. */
public final class ApplyCommand {
  /** The help of the command. */
  public static final String USAGE =
      """
      ./gramme apply TEMPLATE [options]
        creates the tables of a CloudFormation or SAM template (YAML or JSON), or changes them to
        what it says; a table is never deleted or replaced, and other resources are only listed
        --endpoint PLACE        http://..., https://..., aws or aws:PROFILE
                                (default http://127.0.0.1:8000)
        --region NAME           the region (default AWS_REGION, or us-east-1 at an address)
        --profile NAME          the profile with the credentials, for an address
        --parameter NAME=VALUE  a parameter of the template, or one such as AWS::StackName;
                                may be repeated
        --attribute RESOURCE.NAME=VALUE
                                an attribute of another resource, such as Key.Arn; may be
                                repeated
        --import NAME=VALUE     the value that another stack exports; may be repeated
        --dry-run               print what would change, and change nothing
      docs/apply.md explains it.
      """;

  private static final String PARAMETER = "--parameter";
  private static final String ATTRIBUTE = "--attribute";
  private static final String IMPORT = "--import";
  private static final String DEFAULT_ENDPOINT = "http://127.0.0.1:8000";

  private final Connection connection;
  private final PrintStream out;

  private ApplyCommand(Connection connection, PrintStream out) {
    this.connection = connection;
    this.out = out;
  }

  /** Runs the command. */
  public static boolean run(List<String> arguments, Terminal terminal)
      throws CommandException, IOException, InterruptedException {
    Flags flags =
        Flags.read(
            arguments,
            Set.of("--endpoint", "--region", "--profile", PARAMETER, ATTRIBUTE, IMPORT),
            Set.of("--dry-run"));
    if (flags.others().size() != 1) {
      throw CommandException.misused("give one template: apply TEMPLATE [options]");
    }
    Map<?, ?> content = TemplateFile.read(Path.of(flags.others().getFirst()));
    String endpoint = flags.value("--endpoint").orElse(DEFAULT_ENDPOINT);
    try (Connection connection =
        Connection.to(
            endpoint, flags.value("--region"), flags.value("--profile"), terminal.environment())) {
      var values =
          new OtherValues(
              pairs(flags, ATTRIBUTE), pairs(flags, IMPORT), !Connection.isAws(endpoint));
      Template template =
          Template.read(content, pairs(flags, PARAMETER), values, connection.region());
      new ApplyCommand(connection, terminal.out()).apply(template, flags.isSet("--dry-run"));
      return true;
    }
  }

  private static Map<String, String> pairs(Flags flags, String flag) throws CommandException {
    var pairs = new HashMap<String, String>();
    for (String each : flags.values(flag)) {
      int equals = each.indexOf('=');
      if (equals <= 0) {
        throw CommandException.misused(
            "%s is \"%s\", but must be NAME=VALUE".formatted(flag, each));
      }
      pairs.put(each.substring(0, equals), each.substring(equals + 1));
    }
    return pairs;
  }

  /** Plans all changes before the first one, so that an impossible change prevents all of them. */
  private void apply(Template template, boolean isDry)
      throws CommandException, InterruptedException {
    var plans = new LinkedHashMap<String, List<Step>>();
    int created = 0;
    for (TableDefinition wanted : template.tables()) {
      var table = new LiveTable(connection.items(), wanted.name());
      Optional<TableDescription> present = table.description();
      var steps = new ArrayList<Step>();
      if (present.isPresent()) {
        steps.addAll(TablePlan.of(wanted.request(), present.get(), table));
      } else {
        steps.add(new Step("create the table", () -> table.create(wanted.request())));
        created++;
      }
      steps.addAll(table.settings(wanted, present));
      plans.put(wanted.name(), steps);
    }
    template.others().forEach((id, type) -> out.println("not a table: " + id + " (" + type + ")"));
    int unchanged = 0;
    for (Map.Entry<String, List<Step>> plan : plans.entrySet()) {
      boolean isChanged = false;
      for (Step step : plan.getValue()) {
        isChanged |= run(plan.getKey(), step, isDry);
      }
      unchanged += isChanged ? 0 : 1;
    }
    out.println(
        "%d created, %d changed, %d unchanged%s"
            .formatted(
                created,
                plans.size() - created - unchanged,
                unchanged,
                isDry ? " (dry run: nothing was done)" : ""));
  }

  /** Makes one change, and returns whether the table changes. */
  private boolean run(String table, Step step, boolean isDry)
      throws CommandException, InterruptedException {
    String line = table + ": " + step.text();
    if (isDry || step.isCertain()) {
      out.println(line);
      return isDry ? step.isCertain() : step.action().run();
    }
    if (step.action().run()) {
      out.println(line);
      return true;
    }
    return false;
  }
}
