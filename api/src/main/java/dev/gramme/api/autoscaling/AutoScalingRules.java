package dev.gramme.api.autoscaling;

import dev.gramme.api.autoscaling.AutoScalingShapes.SettingsUpdate;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.wire.Structure;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rules of auto scaling, with the texts of October 2026. */
final class AutoScalingRules {

  private AutoScalingRules() {}

  /** Whoever asks for auto scaling says all of it, even where it is on already. */
  static void check(String table, @Nullable Structure update) {
    if (update == null || update.getOrDefault(SettingsUpdate.DISABLED, false)) {
      return;
    }
    var absent =
        List.of(SettingsUpdate.MAXIMUM_UNITS, SettingsUpdate.POLICY, SettingsUpdate.MINIMUM_UNITS)
            .stream()
            .filter(member -> !update.has(member))
            .map(member -> "'" + member.name() + "'")
            .collect(Collectors.joining(", "));
    if (!absent.isEmpty()) {
      throw ApiError.validation(
          "Failed to update settings for global table with name: \u2018"
              + table
              + "\u2019: Parameters "
              + absent
              + " are required unless auto scaling is being disabled.");
    }
  }

  /** The answer for a table that has no replicas in other regions. */
  static ApiError notGlobal(String table) {
    return ApiError.of(
        ErrorType.RESOURCE_NOT_FOUND, "Global table with name: '" + table + "' does not exist.");
  }
}
