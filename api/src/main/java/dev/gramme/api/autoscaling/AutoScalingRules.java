package dev.gramme.api.autoscaling;

import dev.gramme.api.autoscaling.AutoScalingShapes.SettingsUpdate;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rules of auto scaling, with the texts of October 2026. */
final class AutoScalingRules {

  private AutoScalingRules() {}

  /**
   * Checks that a request that enables auto scaling contains all of its settings, even if it is
   * already enabled.
   */
  static void check(String table, @Nullable Structure update) {
    if (update == null || !isOn(update)) {
      return;
    }
    var absent =
        List.of(SettingsUpdate.MAXIMUM_UNITS, SettingsUpdate.POLICY, SettingsUpdate.MINIMUM_UNITS)
            .stream()
            .filter(member -> !update.has(member))
            .map(member -> "'" + member.name() + "'")
            .collect(Collectors.joining(", "));
    if (!absent.isEmpty()) {
      throw failed(
          table, ": Parameters " + absent + " are required unless auto scaling is being disabled.");
    }
  }

  private static ApiError failed(String table, String why) {
    return ApiError.validation(
        "Failed to update settings for global table with name: \u2018" + table + "\u2019" + why);
  }

  /**
   * Checks that a request has at least one setting, and one for each region that it names, and that
   * it names no region twice.
   */
  static void checkSome(String table, boolean some, List<String> regions, List<String> empty) {
    if (!some) {
      throw failed(table, " because at least one update parameter must be specified.");
    }
    var twice =
        regions.stream()
            .filter(region -> Collections.frequency(regions, region) > 1)
            .distinct()
            .toList();
    if (!twice.isEmpty()) {
      throw failed(
          table, " because the regions: \u2018" + twice + "\u2019 were specified more than once.");
    }
    if (!empty.isEmpty()) {
      throw failed(
          table,
          " because at least one update parameter must be specified for region: \u2018"
              + empty.getFirst()
              + "\u2019.");
    }
  }

  /** Refuses auto scaling of an on-demand table; settings that disable scaling are allowed. */
  static ApiError onDemand(TableDefinition table, String parameter) {
    var regions = new TreeSet<String>();
    regions.add(table.region());
    table.features().replicas().forEach(replica -> regions.add(replica.region()));
    return ApiError.validation(
        "Failed to update global table with name \u2018"
            + table.name()
            + "\u2018. Replicas "
            + regions.stream()
                .map(region -> "'" + region.toUpperCase(Locale.ROOT) + "'")
                .collect(Collectors.joining(", "))
            + " BillingMode is PayPerRequest. You must convert table's BillingMode to PROVISIONED"
            + " to set parameters: '"
            + parameter
            + "'.");
  }

  /** Whether a request enables auto scaling. */
  static boolean isOn(@Nullable Structure update) {
    return update != null && !update.getOrDefault(SettingsUpdate.DISABLED, false);
  }

  /** The global table with a name; a table with only one region is not found. */
  static TableDefinition require(Catalog catalog, String table) {
    return catalog
        .find(table)
        .filter(found -> found.features().isGlobal())
        .orElseThrow(() ->
            ApiError.of(
                ErrorType.RESOURCE_NOT_FOUND,
                "Global table with name: '" + table + "' does not exist."));
  }
}
