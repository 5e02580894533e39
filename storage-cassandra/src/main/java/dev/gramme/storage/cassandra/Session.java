package dev.gramme.storage.cassandra;

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
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.List;

/** Connects to Cassandra. */
final class Session {
  private static final Duration REQUEST = Duration.ofSeconds(40);
  private static final Duration SCHEMA = Duration.ofSeconds(60);
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** A node that is cut off or stands still says nothing: the driver's 30 seconds are long. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(5);

  /** A driver that ends at once sometimes still has a task for the thread that it has ended. */
  private static final int QUIET_MILLIS = 50;

  private static final int END_MILLIS = 10_000;

  private static final int REQUESTS_PER_CONNECTION = 1024;
  private static final int PAGE_ROWS = 512;

  private Session() {}

  static CqlSession open(CassandraStoreOptions options) {
    return open(options, CqlSession.builder());
  }

  /** The same by event loops of others, which stay when it is closed. */
  static CqlSession open(CassandraStoreOptions options, EventLoopGroup loops) {
    return open(options, new OnLoops(loops));
  }

  private static CqlSession open(CassandraStoreOptions options, CqlSessionBuilder builder) {
    var config =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, REQUEST)
            .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "QUORUM")
            .withInt(DefaultDriverOption.REQUEST_PAGE_SIZE, PAGE_ROWS)
            .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, Retries.class)
            .withClass(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS, Hedges.class)
            .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, CONNECT)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, CONNECT)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, CONNECT)
            .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, HEARTBEAT)
            .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, CONNECT)
            .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
            .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS")
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, QUIET_MILLIS)
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, END_MILLIS)
            .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, REQUESTS_PER_CONNECTION)
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, SCHEMA)
            .withStringList(
                DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES,
                List.of(options.keyspace()))
            .build();
    options.security().addTo(builder);
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

  /** Builds sessions whose connections are served by event loops of others. */
  private static final class OnLoops extends CqlSessionBuilder {
    private final EventLoopGroup loops;

    OnLoops(EventLoopGroup loops) {
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
