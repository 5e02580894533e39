package dev.gramme.spring;

import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.ReplaceableDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The databases of one application context. Each test class begins with a copy of the state after
 * the start of the application. Each test method begins with a copy of the state after the
 * {@code @BeforeAll} methods of its class.
 */
final class TestDatabases implements AutoCloseable {
  private final ReplaceableDatabase current;
  private @Nullable Gramme afterStart;
  private @Nullable Gramme beforeMethods;

  TestDatabases(ReplaceableDatabase current) {
    this.current = current;
  }

  /** Begins a test class, before its methods {@code @BeforeAll}. */
  synchronized void beginClass() {
    if (afterStart == null) {
      afterStart = current.current().fork();
    }
    forget(beforeMethods);
    beforeMethods = null;
    current.replace(afterStart.fork()).close();
  }

  /** Begins a test method, before its methods {@code @BeforeEach}. */
  synchronized void beginMethod() {
    if (beforeMethods == null) {
      beforeMethods = current.current().fork();
    }
    current.replace(beforeMethods.fork()).close();
  }

  /** Closes the copies. The current database is a bean of its own. */
  @Override
  public synchronized void close() {
    forget(afterStart);
    forget(beforeMethods);
  }

  private static void forget(@Nullable Gramme database) {
    if (database != null) {
      database.close();
    }
  }
}
