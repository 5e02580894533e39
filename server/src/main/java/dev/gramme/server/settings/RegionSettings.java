package dev.gramme.server.settings;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the regions of this process and the addresses of other regions. */
final class RegionSettings {
  private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,64}");

  private RegionSettings() {}

  static List<String> regions(String value) throws SettingsException {
    var regions = new ArrayList<String>();
    for (String name : parts(value)) {
      check(name);
      if (regions.contains(name)) {
        throw new SettingsException("regions contains " + name + " twice");
      }
      regions.add(name);
    }
    return regions;
  }

  static Map<String, URI> peers(String value) throws SettingsException {
    var peers = new LinkedHashMap<String, URI>();
    for (String part : parts(value)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw wrongPeer(part);
      }
      check(part.substring(0, equals));
      try {
        URI uri = URI.create(part.substring(equals + 1));
        if (uri.getHost() == null || uri.getScheme() == null) {
          throw wrongPeer(part);
        }
        peers.put(part.substring(0, equals), uri);
      } catch (IllegalArgumentException e) {
        throw wrongPeer(part);
      }
    }
    return peers;
  }

  private static List<String> parts(String value) {
    return value.isBlank() || value.equals("none")
        ? List.of()
        : List.of(value.strip().split("\\s*,\\s*"));
  }

  private static void check(String region) throws SettingsException {
    if (!REGION.matcher(region).matches()) {
      throw new SettingsException("\"" + region + "\" is not a name of a region");
    }
  }

  private static SettingsException wrongPeer(String part) {
    return new SettingsException(
        "peers contains \""
            + part
            + "\", but must be regions with URLs, such as"
            + " eu-west-1=http://127.0.0.1:18001");
  }
}
