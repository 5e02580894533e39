package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.utils.builder.Buildable;

/**
 * Builds requests of the SDK from maps with the members' names. A template names most members as
 * the API does, and a member that the API does not have is an error.
 */
final class SdkShapes {
  private SdkShapes() {}

  /**
   * Sets members.
   *
   * @param builder the builder of a request or of a structure
   * @param path where the values are in the template, for errors
   */
  static <B extends SdkPojo> B set(B builder, Map<?, ?> values, String path)
      throws CommandException {
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      String name = String.valueOf(entry.getKey());
      SdkField<?> field =
          builder.sdkFields().stream()
              .filter(each -> each.memberName().equals(name))
              .findFirst()
              .orElseThrow(
                  () -> CommandException.failed("%s: %s is not supported".formatted(path, name)));
      field.set(builder, value(field, entry.getValue(), path + "." + name));
    }
    return builder;
  }

  private static Object value(SdkField<?> field, @Nullable Object value, String path)
      throws CommandException {
    MarshallingType<?> type = field.marshallingType();
    if (type.equals(MarshallingType.SDK_POJO)) {
      SdkPojo built = set(field.constructor().get(), map(value, path), path);
      return ((Buildable) built).build();
    }
    if (type.equals(MarshallingType.LIST)) {
      if (!(value instanceof List<?> list)) {
        throw CommandException.failed(path + " is not a list");
      }
      SdkField<?> member = field.getRequiredTrait(ListTrait.class).memberFieldInfo();
      var elements = new ArrayList<Object>();
      for (int i = 0; i < list.size(); i++) {
        elements.add(value(member, list.get(i), path + "[" + i + "]"));
      }
      return elements;
    }
    if (type.equals(MarshallingType.MAP)) {
      SdkField<?> member = field.getRequiredTrait(MapTrait.class).valueFieldInfo();
      var entries = new LinkedHashMap<String, Object>();
      for (Map.Entry<?, ?> entry : map(value, path).entrySet()) {
        String key = String.valueOf(entry.getKey());
        entries.put(key, value(member, entry.getValue(), path + "." + key));
      }
      return entries;
    }
    return scalar(type, value, path);
  }

  private static Map<?, ?> map(@Nullable Object value, String path) throws CommandException {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw CommandException.failed(path + " is not a map");
  }

  private static Object scalar(MarshallingType<?> type, @Nullable Object value, String path)
      throws CommandException {
    if (value == null || value instanceof Map || value instanceof List) {
      throw CommandException.failed(path + " is not a text");
    }
    String text = value.toString();
    if (type.equals(MarshallingType.STRING)) {
      return text;
    }
    if (type.equals(MarshallingType.BOOLEAN) && text.matches("(?i)true|false")) {
      return Boolean.valueOf(text);
    }
    if (type.equals(MarshallingType.LONG) && text.matches("[0-9]{1,15}")) {
      return Long.valueOf(text);
    }
    if (type.equals(MarshallingType.INTEGER) && text.matches("[0-9]{1,9}")) {
      return Integer.valueOf(text);
    }
    throw CommandException.failed("%s: \"%s\" is not valid".formatted(path, text));
  }
}
