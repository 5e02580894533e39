package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a CloudFormation or SAM template.
 *
 * @param others the types of resources that are not tables, by their logical ids
 */
record Template(List<TableDefinition> tables, Map<String, String> others) {
  private static final String TABLE = "AWS::DynamoDB::Table";
  private static final String GLOBAL_TABLE = "AWS::DynamoDB::GlobalTable";
  private static final String SIMPLE_TABLE = "AWS::Serverless::SimpleTable";

  /** The types of resources that are tables. */
  static final Set<String> TABLES = Set.of(TABLE, GLOBAL_TABLE, SIMPLE_TABLE);

  private static final String SAM = "AWS::Serverless-2016-10-31";
  private static final Set<String> SECTIONS =
      Set.of(
          "AWSTemplateFormatVersion",
          "Description",
          "Metadata",
          "Parameters",
          "Rules",
          "Mappings",
          "Conditions",
          "Transform",
          "Globals",
          "Resources",
          "Outputs");
  private static final Set<String> ATTRIBUTES =
      Set.of(
          "Type",
          "Properties",
          "Condition",
          "DependsOn",
          "DeletionPolicy",
          "UpdateReplacePolicy",
          "Metadata");

  Template {
    tables = List.copyOf(tables);
  }

  /**
   * Reads the tables.
   *
   * @param content the template's content
   * @param parameters the given values
   * @param values of attributes and exports
   * @param region the region of the server
   */
  static Template read(
      Map<?, ?> content, Map<String, String> parameters, OtherValues values, String region)
      throws CommandException {
    for (Object section : content.keySet()) {
      if (!SECTIONS.contains(String.valueOf(section))) {
        throw CommandException.failed("the section " + section + " is not supported");
      }
    }
    checkTransform(content.get("Transform"));
    for (Object rule : section(content, "Rules").keySet()) {
      // The CDK checks a version of its own resources, which an application of tables does not use.
      if (!rule.equals("CheckBootstrapVersion")) {
        throw CommandException.failed("Rules: " + rule + " is not supported");
      }
    }
    Map<String, Object> names = Parameters.values(section(content, "Parameters"), parameters);
    names.putIfAbsent("AWS::Region", region);
    names.putIfAbsent("AWS::Partition", "aws");
    names.putIfAbsent("AWS::URLSuffix", "amazonaws.com");
    var scope =
        new Scope(names, values, section(content, "Mappings"), section(content, "Conditions"));
    return new Reader(scope, section(content, "Globals"), values, region)
        .read(section(content, "Resources"));
  }

  private static void checkTransform(@Nullable Object transform) throws CommandException {
    List<?> all =
        transform == null
            ? List.of()
            : transform instanceof List<?> list ? list : List.of(transform);
    for (Object each : all) {
      if (!SAM.equals(each)) {
        throw CommandException.failed("the transform " + each + " is not supported");
      }
    }
  }

  private static Map<?, ?> section(Map<?, ?> content, String name) throws CommandException {
    Object section = content.get(name);
    if (section == null) {
      return Map.of();
    }
    if (section instanceof Map<?, ?> map) {
      return map;
    }
    throw CommandException.failed(name + " is not a map");
  }

  private static final class Reader {
    private final Scope scope;
    private final Map<?, ?> globals;
    private final OtherValues values;
    private final String region;
    private final Map<String, Map<?, ?>> resources = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, String> others = new LinkedHashMap<>();

    Reader(Scope scope, Map<?, ?> globals, OtherValues values, String region) {
      this.scope = scope;
      this.globals = globals;
      this.values = values;
      this.region = region;
    }

    Template read(Map<?, ?> all) throws CommandException {
      for (Map.Entry<?, ?> entry : all.entrySet()) {
        select(String.valueOf(entry.getKey()), entry.getValue());
      }
      values.requireResources(ids(all));
      if (resources.isEmpty()) {
        throw CommandException.failed("the template has no table");
      }
      // Names first, because a table may refer to another one; its name may do so, too.
      for (String id : resources.keySet()) {
        if (nameOf(id) == null) {
          define(id, id); // CloudFormation invents a name.
        }
      }
      for (String id : resources.keySet()) {
        if (nameOf(id) != null) {
          String path = "Resources." + id + ".Properties.TableName";
          Object name = scope.value(nameOf(id), path);
          define(id, name == null ? id : scope.text(name, path));
        }
      }
      if (new HashSet<>(names.values()).size() < names.size()) {
        throw CommandException.failed("two tables of the template have the same name");
      }
      for (Map.Entry<?, ?> entry : all.entrySet()) {
        defineAttributes(String.valueOf(entry.getKey()), entry.getValue());
      }
      var tables = new ArrayList<TableDefinition>();
      for (Map.Entry<String, Map<?, ?>> entry : resources.entrySet()) {
        tables.add(definition(entry.getKey(), entry.getValue()));
      }
      return new Template(tables, others);
    }

    private static Set<String> ids(Map<?, ?> all) {
      var ids = new HashSet<String>();
      all.keySet().forEach(id -> ids.add(String.valueOf(id)));
      return ids;
    }

    /** After the names of the tables, to which the name of another resource may refer. */
    private void defineAttributes(String id, @Nullable Object node) throws CommandException {
      String type = node instanceof Map<?, ?> map ? String.valueOf(map.get("Type")) : "";
      if (resources.containsKey(id)) {
        values.define(scope, id, type, String.valueOf(names.get(id)));
      } else if (type.equals(others.get(id)) && node instanceof Map<?, ?> resource) {
        Object given =
            resource.get("Properties") instanceof Map<?, ?> properties
                ? properties.get(OtherValues.nameProperty(type))
                : null;
        Object name = given == null ? null : scope.value(given, "Resources." + id + ".Properties");
        values.define(scope, id, type, name == null ? id : name.toString());
      }
    }

    private void select(String id, @Nullable Object node) throws CommandException {
      String path = "Resources." + id;
      if (id.startsWith("Fn::") || !(node instanceof Map<?, ?> resource)) {
        throw CommandException.failed(path + " is no resource");
      }
      String type = String.valueOf(resource.get("Type"));
      Object condition = resource.get("Condition");
      if (condition != null && !scope.isTrue(condition.toString(), path)) {
        others.put(id, type + ", whose condition is false");
        return;
      }
      if (!TABLES.contains(type)) {
        others.put(id, type);
        return;
      }
      for (Object attribute : resource.keySet()) {
        if (!ATTRIBUTES.contains(String.valueOf(attribute))) {
          throw CommandException.failed("%s: %s is not supported".formatted(path, attribute));
        }
      }
      resources.put(id, resource);
    }

    private @Nullable Object nameOf(String id) {
      Map<?, ?> resource = resources.get(id);
      return resource != null && resource.get("Properties") instanceof Map<?, ?> properties
          ? properties.get("TableName")
          : null;
    }

    private void define(String id, String name) {
      names.put(id, name);
      scope.define(id, name);
    }

    private TableDefinition definition(String id, Map<?, ?> resource) throws CommandException {
      String path = "Resources." + id + ".Properties";
      String type = String.valueOf(resource.get("Type"));
      var given = new LinkedHashMap<String, @Nullable Object>();
      if (type.equals(SIMPLE_TABLE)
          && scope.value(globals.get("SimpleTable"), "Globals.SimpleTable")
              instanceof Map<?, ?> shared) {
        shared.forEach((name, value) -> given.put(String.valueOf(name), value));
      }
      Object own = scope.value(resource.get("Properties"), path);
      if (own instanceof Map<?, ?> map) {
        map.forEach((name, value) -> given.put(String.valueOf(name), value));
      } else if (own != null) {
        throw CommandException.failed(path + " is not a map");
      }
      var properties = new Properties(given, path);
      String name = String.valueOf(names.get(id));
      return switch (type) {
        case TABLE -> TableReader.table(properties, name);
        case GLOBAL_TABLE -> TableReader.globalTable(properties, name, region);
        default -> TableReader.simpleTable(properties, name);
      };
    }
  }
}
