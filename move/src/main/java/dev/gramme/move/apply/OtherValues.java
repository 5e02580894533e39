package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Values that CloudFormation takes from resources other than tables, and from other stacks.
 *
 * @param attributes given attributes, such as {@code Key.Arn}, which take precedence
 * @param imports given values of {@code Fn::ImportValue} by their names
 * @param invented whether ARNs are invented for resources that only AWS has: the server stores
 *     them, but does not use what they name
 */
record OtherValues(Map<String, String> attributes, Map<String, String> imports, boolean invented) {
  /** The account of invented ARNs, which is the default of a server. */
  private static final String ACCOUNT = "000000000000";

  /** No value is given, and ARNs are invented. */
  static final OtherValues INVENTED = new OtherValues(Map.of(), Map.of(), true);

  OtherValues {
    attributes = Map.copyOf(attributes);
    imports = Map.copyOf(imports);
  }

  /** Fails if an attribute is given whose resource the template does not have. */
  void requireResources(Set<String> ids) throws CommandException {
    for (String name : new TreeSet<>(attributes.keySet())) {
      int dot = name.indexOf('.');
      if (dot <= 0 || !ids.contains(name.substring(0, dot))) {
        throw CommandException.misused(
            "the template has no resource for the attribute %s, which is RESOURCE.NAME"
                .formatted(name));
      }
    }
  }

  /**
   * Defines the attributes of a table, and of a resource whose ARN is invented.
   *
   * @param type the type of the resource
   * @param name its name, which is the logical id if the template has none
   */
  void define(Scope scope, String id, String type, String name) throws CommandException {
    String account = scope.isKnown("AWS::AccountId") ? text(scope, "AWS::AccountId") : ACCOUNT;
    String region = text(scope, "AWS::Region");
    boolean isTable = Template.TABLES.contains(type);
    if (!invented && !(isTable && scope.isKnown("AWS::AccountId"))) {
      return;
    }
    String resource =
        switch (type) {
          case "AWS::KMS::Key" -> "kms:%s:%s:key/%s".formatted(region, account, name);
          case "AWS::Kinesis::Stream" -> "kinesis:%s:%s:stream/%s".formatted(region, account, name);
          case "AWS::IAM::Role" -> "iam::%s:role/%s".formatted(account, name);
          case "AWS::IAM::User" -> "iam::%s:user/%s".formatted(account, name);
          default -> isTable ? "dynamodb:%s:%s:table/%s".formatted(region, account, name) : "";
        };
    if (!resource.isEmpty()) {
      scope.defineAttribute(
          id + ".Arn", "arn:%s:%s".formatted(text(scope, "AWS::Partition"), resource));
    }
    if (type.equals("AWS::KMS::Key")) {
      scope.defineAttribute(id + ".KeyId", name);
    }
    if (!resource.isEmpty() && !isTable) {
      scope.define(id, name);
    }
  }

  /** The property with the name of a resource whose ARN is invented, empty if it has none. */
  static String nameProperty(String type) {
    return switch (type) {
      case "AWS::Kinesis::Stream" -> "Name";
      case "AWS::IAM::Role" -> "RoleName";
      case "AWS::IAM::User" -> "UserName";
      default -> "";
    };
  }

  private static String text(Scope scope, String name) throws CommandException {
    return scope.text(Map.of("Ref", name), name);
  }
}
