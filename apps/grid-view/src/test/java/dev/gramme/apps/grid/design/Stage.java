package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.document.StreamConsumer;
import dev.gramme.embedded.Gramme;
import java.util.Optional;

/** An in-process database with the tables of a design. */
final class Stage implements AutoCloseable {
  private final Gramme gramme;
  private final Grid grid;

  private final Optional<StreamConsumer> consumer;

  private Stage(Gramme gramme, Grid grid, Optional<StreamConsumer> consumer) {
    this.gramme = gramme;
    this.grid = grid;
    this.consumer = consumer;
  }

  static Stage of(Design design) {
    Gramme gramme = Gramme.inMemory();
    var clients = Clients.of(gramme.client());
    Grid grid = design.grid(clients);
    grid.createTables();
    return new Stage(
        gramme,
        grid,
        design == Design.DOCUMENT
            ? Optional.of(DocumentGrid.issueIndex(clients).consumer(gramme.streamsClient()))
            : Optional.empty());
  }

  Grid grid() {
    return grid;
  }

  Gramme gramme() {
    return gramme;
  }

  /** Lets the index of the documents catch up, if the design has one. */
  void catchUp() {
    consumer.ifPresent(each -> {
      while (each.poll() > 0) {
        // Each poll processes all records so far.
      }
    });
  }

  @Override
  public void close() {
    gramme.close();
  }
}
