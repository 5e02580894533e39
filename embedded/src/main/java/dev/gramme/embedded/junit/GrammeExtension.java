package dev.gramme.embedded.junit;

import dev.gramme.embedded.Gramme;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Provides each test with its own database, as a parameter of type {@link Gramme}, {@link
 * DynamoDbClient} or {@link DynamoDbAsyncClient}, of a method or of the constructor. Tests may run
 * in parallel. JUnit 5.13, 5.14 and 6 are supported.
 *
 * <p>{@code @ExtendWith(GrammeExtension.class)} provides empty databases. Tables and items can also
 * be prepared once; then each test gets a copy of them, which takes constant time:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final GrammeExtension GRAMME = GrammeExtension.forkOf(client -> createAndFill(client));
 * }</pre>
 */
public final class GrammeExtension implements ParameterResolver, AfterAllCallback {
  private static final Namespace NAMESPACE = Namespace.create(GrammeExtension.class);

  private final @Nullable Consumer<DynamoDbClient> preparation;
  private @Nullable Gramme prepared;

  /** Provides each test with an empty database. */
  public GrammeExtension() {
    this(null);
  }

  private GrammeExtension(@Nullable Consumer<DynamoDbClient> preparation) {
    this.preparation = preparation;
  }

  /**
   * Provides each test with a copy of a database that is prepared once.
   *
   * @param preparation creates the tables and items; it is called before the first test with a
   *     parameter
   */
  public static GrammeExtension forkOf(Consumer<DynamoDbClient> preparation) {
    return new GrammeExtension(preparation);
  }

  /**
   * A constructor that JUnit calls for each test gets the database of that test. With the life
   * cycle PER_CLASS, the constructor gets a database of the class.
   */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Gramme.class
        || type == DynamoDbClient.class
        || type == DynamoDbAsyncClient.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Gramme gramme = databaseOf(context);
    Class<?> type = parameter.getParameter().getType();
    if (type == Gramme.class) {
      return gramme;
    }
    return type == DynamoDbClient.class ? gramme.client() : gramme.asyncClient();
  }

  /**
   * The database of a test. JUnit 5 and 6 have different methods that compute a missing value, and
   * both have get and put. JUnit resolves the parameters of one test sequentially.
   */
  private Gramme databaseOf(ExtensionContext context) {
    Store store = context.getStore(NAMESPACE);
    TestDatabase existing = store.get(context.getUniqueId(), TestDatabase.class);
    if (existing != null) {
      return existing.gramme();
    }
    var made = new TestDatabase(database());
    store.put(context.getUniqueId(), made);
    return made.gramme();
  }

  private synchronized Gramme database() {
    if (preparation == null) {
      return Gramme.inMemory();
    }
    if (prepared == null) {
      var first = Gramme.inMemory();
      preparation.accept(first.client());
      prepared = first;
    }
    return prepared.fork();
  }

  @Override
  public synchronized void afterAll(ExtensionContext context) {
    if (prepared != null) {
      prepared.close();
      prepared = null;
    }
  }

  /** The database of one test. JUnit closes it together with the store of the test. */
  private record TestDatabase(Gramme gramme) implements AutoCloseable {
    @Override
    public void close() {
      gramme.close();
    }
  }
}
