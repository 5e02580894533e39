package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** The text of a template, YAML or JSON, as maps, lists and scalars. */
final class TemplateFile {
  /** The service's limit for templates in S3. */
  static final int MAX_BYTES = 1 << 20;

  private static final int MAX_DEPTH = 64;

  private TemplateFile() {}

  /** Reads a file. The short forms of functions, such as {@code !Ref}, become their long forms. */
  static Map<?, ?> read(Path file) throws CommandException, IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw CommandException.failed("%s has more than %d bytes".formatted(file, MAX_BYTES));
    }
    return parse(Files.readString(file), file.toString());
  }

  static Map<?, ?> parse(String text, String name) throws CommandException {
    var options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setNestingDepthLimit(MAX_DEPTH);
    Object content;
    try {
      content = new Yaml(new Functions(options)).load(text);
    } catch (YAMLException e) {
      String reason = String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\n\\s*", " ");
      throw CommandException.failed(name + " is neither YAML nor JSON: " + reason);
    }
    if (content instanceof Map<?, ?> map) {
      return map;
    }
    throw CommandException.failed(name + " is no template: it is not a map");
  }

  /** Reads plain values, and any tag with an exclamation mark as a function. */
  private static final class Functions extends SafeConstructor {
    Functions(LoaderOptions options) {
      super(options);
      // Dates, such as the version of the format, remain texts.
      yamlConstructors.put(Tag.TIMESTAMP, new ConstructYamlStr());
      yamlMultiConstructors.put("!", new Function());
    }

    private final class Function extends AbstractConstruct {
      @Override
      public Object construct(Node node) {
        String tag = node.getTag().getValue().substring(1);
        Object argument =
            switch (node) {
              case ScalarNode scalar -> constructScalar(scalar);
              case SequenceNode sequence -> constructSequence(sequence);
              case MappingNode mapping -> constructMapping(mapping);
              default -> throw new YAMLException("unknown kind of node with the tag " + tag);
            };
        if (tag.equals("GetAtt") && argument instanceof String path) {
          argument = List.of(path.split("\\.", 2));
        }
        String name = tag.equals("Ref") || tag.equals("Condition") ? tag : "Fn::" + tag;
        return Map.of(name, argument);
      }
    }
  }
}
