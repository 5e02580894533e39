package dev.gramme.spring;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Restricts the scan for components of a {@link GrammeTest}. Spring Boot has an annotation for
 * this, but it has other packages in Spring Boot 3 and 4.
 */
final class GrammeContextCustomizerFactory implements ContextCustomizerFactory {

  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    return TestContextAnnotationUtils.hasAnnotation(testClass, GrammeTest.class)
        ? new RestrictedScan()
        : null;
  }

  /** A record, because contexts are cached by the equality of their customizers. */
  private record RestrictedScan() implements ContextCustomizer {
    @Override
    public void customizeContext(
        ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
      context.getBeanFactory().registerSingleton("grammeTypeExcludeFilter", new Repositories());
    }
  }

  /** Excludes all components but repositories and initializers. */
  private static final class Repositories extends TypeExcludeFilter {
    private static final String REPOSITORY = "org.springframework.stereotype.Repository";

    @Override
    public boolean match(MetadataReader type, MetadataReaderFactory factory) {
      boolean isRepository =
          type.getAnnotationMetadata().hasAnnotation(REPOSITORY)
              || type.getAnnotationMetadata().hasMetaAnnotation(REPOSITORY);
      var interfaces = Set.of(type.getClassMetadata().getInterfaceNames());
      return !isRepository && !interfaces.contains(GrammeInitializer.class.getName());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Repositories;
    }

    @Override
    public int hashCode() {
      return Repositories.class.hashCode();
    }
  }
}
