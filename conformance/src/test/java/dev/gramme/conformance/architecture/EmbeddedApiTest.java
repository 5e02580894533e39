package dev.gramme.conformance.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.functions.Functions;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.storage.Store;
import dev.gramme.transfer.Transfers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Programs that embed Gramme see none of its internal types: the signatures of the module {@code
 * embedded} use its own types, those of {@code model}, and a few named ones.
 */
final class EmbeddedApiTest {
  /** Types of other modules that programs use; ARCHITECTURE.md lists them. */
  private static final List<Class<?>> PUBLISHED =
      List.of(Functions.class, Transfers.Locations.class, Identities.class);

  private static final ArchRule SHOWS_NO_INTERNAL_TYPE = classes().should(showNoInternalType());

  @Test
  void signatures_of_the_module_embedded_show_no_internal_type() {
    JavaClasses embedded =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.gramme.embedded");
    assertThat(embedded.stream().filter(EmbeddedApiTest::isVisible)).hasSizeGreaterThan(8);
    SHOWS_NO_INTERNAL_TYPE.check(embedded);
  }

  @Test
  void every_place_of_a_signature_is_examined() {
    JavaClasses leaking = new ClassFileImporter().importClasses(LeakingApi.class);
    assertThat(SHOWS_NO_INTERNAL_TYPE.evaluate(leaking).getFailureReport().getDetails())
        .hasSize(6)
        .anyMatch(line -> line.contains("extends or implements " + HttpHandler.class.getName()))
        .anyMatch(line -> line.endsWith("field shows " + Store.class.getName()))
        .anyMatch(line -> line.endsWith("<init> shows " + Engine.class.getName()))
        .anyMatch(line -> line.endsWith("result shows " + EngineOptions.class.getName()))
        .anyMatch(line -> line.endsWith("bound shows " + Engine.class.getName()))
        .anyMatch(line -> line.endsWith("thrown shows " + IdentitiesException.class.getName()));
  }

  @Test
  void published_types_of_other_modules_show_neither_engine_nor_store() {
    JavaClasses published =
        new ClassFileImporter().importClasses(PUBLISHED.toArray(Class<?>[]::new));
    for (JavaClass type : published) {
      assertThat(type.getMembers()).isNotEmpty();
      for (JavaMember member : type.getMembers()) {
        if (isVisible(member.getModifiers())) {
          assertThat(typesOf(member))
              .as(member.getFullName())
              .noneMatch(shown ->
                  isIn(shown.getPackageName(), "dev.gramme.engine")
                      || isIn(shown.getPackageName(), "dev.gramme.storage"));
        }
      }
    }
  }

  private static ArchCondition<JavaClass> showNoInternalType() {
    return new ArchCondition<>("show no internal type") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        if (!isVisible(type)) {
          return;
        }
        var supertypes = new HashSet<JavaClass>();
        type.getSuperclass().ifPresent(above -> supertypes.addAll(above.getAllInvolvedRawTypes()));
        type.getInterfaces().forEach(above -> supertypes.addAll(above.getAllInvolvedRawTypes()));
        report(type, "extends or implements", supertypes, events);
        for (JavaMember member : type.getMembers()) {
          if (isVisible(member.getModifiers())) {
            report(type, member.getName() + " shows", typesOf(member), events);
          }
        }
      }

      private void report(
          JavaClass type, String how, Set<JavaClass> shown, ConditionEvents events) {
        for (JavaClass other : shown) {
          String text = type.getName() + ": " + how + " " + other.getName();
          events.add(new SimpleConditionEvent(type, isForPrograms(other), text));
        }
      }
    };
  }

  private static Set<JavaClass> typesOf(JavaMember member) {
    return switch (member) {
      case JavaField field -> field.getAllInvolvedRawTypes();
      case JavaCodeUnit code -> {
        var types = new HashSet<>(code.getAllInvolvedRawTypes());
        types.addAll(code.getThrowsClause().getTypes());
        yield types;
      }
      default -> throw new IllegalArgumentException(member.getDescription());
    };
  }

  private static boolean isForPrograms(JavaClass type) {
    String name = type.getPackageName();
    return !isIn(name, "dev.gramme")
        || isIn(name, "dev.gramme.embedded")
        || isIn(name, "dev.gramme.model")
        || PUBLISHED.stream().anyMatch(type::isEquivalentTo);
  }

  private static boolean isIn(String packageName, String ancestor) {
    return packageName.equals(ancestor) || packageName.startsWith(ancestor + ".");
  }

  /** Whether a type can be used outside its package, which its enclosing types also decide. */
  private static boolean isVisible(JavaClass type) {
    return isVisible(type.getModifiers())
        && type.getEnclosingClass().map(EmbeddedApiTest::isVisible).orElse(true);
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }
}
