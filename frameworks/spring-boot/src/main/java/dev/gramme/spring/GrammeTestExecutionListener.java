package dev.gramme.spring;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;

/** Gives each test method of a class with {@link AutoConfigureGramme} its own database. */
final class GrammeTestExecutionListener implements TestExecutionListener {

  @Override
  public void beforeTestClass(TestContext test) {
    if (isConfigured(test)) {
      databases(test).beginClass();
    }
  }

  @Override
  public void beforeTestMethod(TestContext test) {
    if (isConfigured(test)) {
      databases(test).beginMethod();
    }
  }

  private static boolean isConfigured(TestContext test) {
    return TestContextAnnotationUtils.hasAnnotation(test.getTestClass(), AutoConfigureGramme.class);
  }

  private static TestDatabases databases(TestContext test) {
    return test.getApplicationContext().getBean(TestDatabases.class);
  }
}
