package dev.gramme.storage.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.DefaultNettyOptions;
import com.datastax.oss.driver.internal.core.context.NettyOptions;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.List;

/** Opens driver sessions with the settings that the store needs. */
public final class SessionFactory {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(40);
  private static final Duration SCHEMA_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** Shorter than the driver's 30 seconds, so that an unreachable node is noticed soon. */
  private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(5);

  /** Without this, a closing driver may submit a task to a thread that has already ended. */
  private static final int SHUTDOWN_QUIET_MILLIS = 50;

  private static final int SHUTDOWN_TIMEOUT_MILLIS = 10_000;

  private static final int REQUESTS_PER_CONNECTION = 1024;
  private static final int PAGE_ROWS = 512;

  private SessionFactory() {}

  /**
   * Opens a session with event loops of its own.
   *
   * @throws StorageException if no contact point answers
   */
  public static CqlSession open(CassandraStoreOptions options) {
    return open(options, CqlSession.builder());
  }

  /**
   * Opens a session on the caller's event loops, which continue to run when the session closes.
   *
   * @throws StorageException if no contact point answers
   */
  public static CqlSession open(CassandraStoreOptions options, EventLoopGroup loops) {
    return open(options, new SharedLoopsBuilder(loops));
  }

  private static CqlSession open(CassandraStoreOptions options, CqlSessionBuilder builder) {
    var config =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, REQUEST_TIMEOUT)
            .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "QUORUM")
            .withInt(DefaultDriverOption.REQUEST_PAGE_SIZE, PAGE_ROWS)
            .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, IdempotentRetryPolicy.class)
            .withClass(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS, HedgedRequests.class)
            .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, CONNECT_TIMEOUT)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, CONNECT_TIMEOUT)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, CONNECT_TIMEOUT)
            .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, HEARTBEAT_INTERVAL)
            .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, CONNECT_TIMEOUT)
            .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
            .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS")
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, SHUTDOWN_QUIET_MILLIS)
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, SHUTDOWN_TIMEOUT_MILLIS)
            .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, REQUESTS_PER_CONNECTION)
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, SCHEMA_TIMEOUT)
            .withStringList(
                DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES,
                List.of(options.keyspace()))
            .build();
    SessionSecurity.configure(builder, options.security());
    try {
      return builder
          .addContactPoints(options.contactPoints())
          .withLocalDatacenter(options.datacenter())
          .withConfigLoader(config)
          .build();
    } catch (DriverException e) {
      throw new StorageException(
          "Cassandra does not answer at %s: %s".formatted(options.contactPoints(), e.getMessage()),
          e);
    }
  }

  /** Builds sessions whose connections use the caller's event loops. */
  private static final class SharedLoopsBuilder extends CqlSessionBuilder {
    private final EventLoopGroup loops;

    SharedLoopsBuilder(EventLoopGroup loops) {
      this.loops = loops;
    }

    @Override
    protected DriverContext buildContext(
        DriverConfigLoader config, ProgrammaticArguments arguments) {
      return new DefaultDriverContext(config, arguments) {
        @Override
        protected NettyOptions buildNettyOptions() {
          return new DefaultNettyOptions(this) {
            @Override
            public EventLoopGroup ioEventLoopGroup() {
              return loops;
            }
          };
        }
      };
    }
  }
}
