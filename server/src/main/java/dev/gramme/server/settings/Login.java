package dev.gramme.server.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A user of another system, as which the server logs in.
 *
 * @param user its name there
 * @param password the file with its password
 */
public record Login(String user, Path password) {
  static Optional<Login> read(SettingSources sources, Setting user, Setting password)
      throws SettingsException {
    String name = sources.value(user);
    var file = Settings.file(sources, password);
    boolean named = !name.equals(user.defaultValue());
    if (named != file.isPresent()) {
      throw new SettingsException(
          "%s and %s must be set both, or neither".formatted(user.key(), password.key()));
    }
    return file.map(path -> new Login(name, path));
  }
}
