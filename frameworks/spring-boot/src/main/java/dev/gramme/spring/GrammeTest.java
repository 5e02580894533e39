package dev.gramme.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTestContextBootstrapper;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test of an application's access to its tables. The application context has the DynamoDB clients
 * (and Spring Cloud AWS's template, if it is on the class path), classes with the annotation
 * {@code @Repository}, and {@link GrammeInitializer}s; add others with {@code @Import}. The
 * database is in process, and each test method has its own copy, see {@link AutoConfigureGramme}.
 *
 * <pre>{@code
 * @GrammeTest
 * class OrdersTest {
 *   @Autowired Orders orders;
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(SpringBootTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@AutoConfigureGramme
@ImportAutoConfiguration
public @interface GrammeTest {}
