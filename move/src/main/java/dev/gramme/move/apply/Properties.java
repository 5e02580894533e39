package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The evaluated properties of a resource. Each is taken once, so that those that nothing takes can
 * be reported.
 */
final class Properties {
  private final String path;
  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

  Properties(Map<?, ?> values, String path) {
    this.path = path;
    values.forEach((name, value) -> this.values.put(String.valueOf(name), value));
  }

  String path() {
    return path;
  }

  /** Removes a property and returns it, null if it is absent. */
  @Nullable Object take(String name) {
    return values.remove(name);
  }

  /** Removes a property that is a map; its own properties are taken from the result. */
  Optional<Properties> takeMap(String name) throws CommandException {
    Object value = values.remove(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Map<?, ?> map) {
      return Optional.of(new Properties(map, path + "." + name));
    }
    throw CommandException.failed("%s.%s is not a map".formatted(path, name));
  }

  /** Removes a property that is a list of maps. */
  List<Properties> takeMaps(String name) throws CommandException {
    Object value = values.remove(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw CommandException.failed("%s.%s is not a list".formatted(path, name));
    }
    var maps = new java.util.ArrayList<Properties>();
    for (int i = 0; i < list.size(); i++) {
      String at = "%s.%s[%d]".formatted(path, name, i);
      if (!(list.get(i) instanceof Map<?, ?> map)) {
        throw CommandException.failed(at + " is not a map");
      }
      maps.add(new Properties(map, at));
    }
    return maps;
  }

  Optional<String> takeText(String name) throws CommandException {
    Object value = values.remove(name);
    if (value instanceof Map || value instanceof List) {
      throw CommandException.failed("%s.%s is not a text".formatted(path, name));
    }
    return Optional.ofNullable(value).map(Object::toString);
  }

  Optional<Boolean> takeBoolean(String name) throws CommandException {
    Optional<String> text = takeText(name);
    if (text.isPresent() && !text.get().matches("(?i)true|false")) {
      throw CommandException.failed("%s.%s is neither true nor false".formatted(path, name));
    }
    return text.map(Boolean::valueOf);
  }

  /** Everything that nothing took. */
  Map<String, @Nullable Object> rest() {
    return values;
  }

  /** Fails if there is a property that nothing took. */
  void requireEmpty() throws CommandException {
    if (!values.isEmpty()) {
      throw CommandException.failed(
          "%s: %s is not supported".formatted(path, values.keySet().iterator().next()));
    }
  }
}
