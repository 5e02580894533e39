package dev.gramme.toolkit.explain;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The maximum cost of one call of an access pattern.
 *
 * @param read read units, if limited
 * @param write write units, if limited
 */
public record Budget(OptionalDouble read, OptionalDouble write) {
  private static final Pattern PART =
      Pattern.compile("\\s*(\\d+(?:[.]\\d+)?)\\s*(RCU|RRU|WCU|WRU)\\s*", Pattern.CASE_INSENSITIVE);

  /** Parses {@code 4 RCU}, {@code 2 WCU} or {@code 1 RCU, 2 WCU}; empty if the text is invalid. */
  public static Optional<Budget> parse(String text) {
    OptionalDouble read = OptionalDouble.empty();
    OptionalDouble write = OptionalDouble.empty();
    for (String part : text.split(",", -1)) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      var units = OptionalDouble.of(Double.parseDouble(matcher.group(1)));
      boolean reads = Character.toUpperCase(matcher.group(2).charAt(0)) == 'R';
      if ((reads ? read : write).isPresent()) {
        return Optional.empty();
      }
      if (reads) {
        read = units;
      } else {
        write = units;
      }
    }
    return Optional.of(new Budget(read, write));
  }

  /** Whether units are within the budget. */
  public boolean allows(Units units) {
    return units.read() <= read.orElse(Double.MAX_VALUE)
        && units.write() <= write.orElse(Double.MAX_VALUE);
  }
}
