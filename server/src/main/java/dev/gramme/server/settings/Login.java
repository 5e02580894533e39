package dev.gramme.server.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A login at another system.
 *
 * @param user the user name there
 * @param password the file with the password
 */
public record Login(String user, Path password) {
  static Optional<Login> read(SettingSources sources, Setting user, Setting password)
      throws SettingsException {
    String name = sources.value(user);
    var file = Settings.file(sources, password);
    boolean named = !name.equals(user.defaultValue());
    if (named != file.isPresent()) {
      throw new SettingsException(
          "%s and %s must both be set, or neither".formatted(user.key(), password.key()));
    }
    return file.map(path -> new Login(name, path));
  }
}
