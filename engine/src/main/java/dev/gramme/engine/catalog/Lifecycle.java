package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when tables and indexes move from one state to the next, and runs the work that a move
 * waits for. The service takes seconds to minutes for every move; here a table is active as soon as
 * it is created and gone as soon as it is deleted, and an index is active when its backfill is
 * done.
 */
public final class Lifecycle implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

  private final Executor executor;
  private final Phaser running = new Phaser(1);
  private volatile boolean closed;

  /**
   * A lifecycle whose moves are immediate.
   *
   * @param executor runs the work behind the moves; its tasks block, so it has threads to spare,
   *     such as virtual ones
   */
  public Lifecycle(Executor executor) {
    this.executor = executor;
  }

  /** The state of a table when it was just created. */
  public TableDefinition.Status afterCreation() {
    return TableDefinition.Status.ACTIVE;
  }

  /**
   * Whether work is to end at its next opportunity; it is resumed when the store is next opened.
   */
  public boolean isClosed() {
    return closed;
  }

  /** Runs work in the background, which looks at {@link #isClosed} itself; logs what it throws. */
  public void start(String what, Runnable work) {
    if (closed) {
      return;
    }
    running.register();
    executor.execute(() -> {
      try {
        work.run();
      } catch (RuntimeException e) {
        LOG.error("background work failed, resumed at the next start: {}", what, e);
      } finally {
        running.arriveAndDeregister();
      }
    });
  }

  /** Ends running work at its next opportunity and waits for that. */
  @Override
  public void close() {
    closed = true;
    running.arriveAndAwaitAdvance();
  }
}
