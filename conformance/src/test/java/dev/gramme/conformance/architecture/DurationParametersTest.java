package dev.gramme.conformance.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.gramme.server.settings.ArchiveSettings;
import dev.gramme.server.settings.Settings;
import dev.gramme.storage.BackOff;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.transfer.s3.Retries;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Two durations cannot be swapped by mistake: whatever has several is made by a builder, which
 * names each of them, or refuses them in the wrong order.
 */
final class DurationParametersTest {
  /** The classes whose constructors may have several durations without a builder, with reasons. */
  private static final Map<Class<?>, String> REASONS =
      Map.of(
          BackOff.class, "refuses a first pause that is longer than the longest",
          Backoff.class, "refuses a base that is longer than the longest delay",
          Retries.class, "refuses a first pause that is longer than the longest",
          ArchiveSettings.class, "refuses an interval that is not shorter than the time to keep",
          Settings.class, "has one caller, which reads each value by the name of its setting");

  private static final ArchRule NO_TWO_DURATIONS =
      codeUnits().should(haveDurationsThatCannotBeSwapped());

  @Test
  void no_two_durations_can_be_swapped_by_mistake() {
    JavaClasses all = ownClasses();
    NO_TWO_DURATIONS.check(all);
    assertThat(REASONS.keySet())
        .allMatch(type ->
            all.get(type).getConstructors().stream()
                .anyMatch(DurationParametersTest::hasSeveralDurations));
  }

  /** The project's classes, without those of libraries, whose import takes longer than the rest. */
  private static JavaClasses ownClasses() {
    return ArchConfiguration.withThreadLocalScope(configuration -> {
      configuration.setResolveMissingDependenciesFromClassPath(false);
      return new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.gramme");
    });
  }

  @Test
  void methods_and_constructors_with_two_durations_are_found() {
    JavaClasses fixture =
        new ClassFileImporter().importClasses(Times.class, Built.class, Built.Builder.class);
    assertThat(NO_TWO_DURATIONS.evaluate(fixture).getFailureReport().getDetails())
        .hasSize(3)
        .anyMatch(line -> line.contains("Times.<init>"))
        .anyMatch(line -> line.contains("Times.together"))
        .anyMatch(line -> line.contains("Built.<init>"));
  }

  private record Times(Duration first, Duration second) {
    @SuppressWarnings("UnusedMethod") // the test reads its class file
    static Duration together(Duration one, Duration other) {
      return new Built(one, other).one().plus(new Built.Builder().build().other());
    }
  }

  /** Has a builder, but is also constructed without it. */
  private record Built(Duration one, Duration other) {
    private static final class Builder {
      Built build() {
        return new Built(Duration.ZERO, Duration.ZERO);
      }
    }
  }

  private static ArchCondition<JavaCodeUnit> haveDurationsThatCannotBeSwapped() {
    return new ArchCondition<>("have durations that cannot be swapped") {
      @Override
      public void check(JavaCodeUnit code, ConditionEvents events) {
        if (hasSeveralDurations(code)) {
          boolean safe =
              code instanceof JavaConstructor constructor
                  && (hasReason(constructor) || isOfBuilder(constructor));
          events.add(new SimpleConditionEvent(code, safe, code.getFullName()));
        }
      }
    };
  }

  private static boolean hasSeveralDurations(JavaCodeUnit code) {
    return !code.getModifiers().contains(JavaModifier.SYNTHETIC)
        && code.getRawParameterTypes().stream()
                .filter(type -> type.isEquivalentTo(Duration.class))
                .count()
            > 1;
  }

  private static boolean hasReason(JavaConstructor constructor) {
    return REASONS.keySet().stream().anyMatch(constructor.getOwner()::isEquivalentTo);
  }

  /** Whether only its class and the builder of its class call a constructor. */
  private static boolean isOfBuilder(JavaConstructor constructor) {
    String owner = constructor.getOwner().getName();
    return constructor.getCallsOfSelf().stream()
            .anyMatch(call -> call.getOriginOwner().getName().equals(owner + "$Builder"))
        && constructor.getCallsOfSelf().stream()
            .allMatch(call ->
                Set.of(owner, owner + "$Builder").contains(call.getOriginOwner().getName()));
  }
}
