package dev.gramme.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Connects the DynamoDB clients of a test's application to a database in process, without a
 * container and without a socket. Each test method starts with a copy of the database as it was
 * when the application had started, so tests cannot affect each other.
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureGramme
 * class OrdersTest {
 *   @Autowired Orders orders;
 * }
 * }</pre>
 *
 * <p>With Spring Cloud AWS, its client is connected. Otherwise beans of the types DynamoDbClient
 * and DynamoDbAsyncClient are added, unless the application has such beans. The bean of type {@link
 * dev.gramme.embedded.ReplaceableDatabase} has the current database, for example to advance its
 * clock. Tests of one application context must not run in parallel.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureGramme {}
