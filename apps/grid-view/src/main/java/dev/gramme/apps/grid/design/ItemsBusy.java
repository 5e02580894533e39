package dev.gramme.apps.grid.design;

/** Other transactions wrote the same items during all attempts of a request. */
public final class ItemsBusy extends RuntimeException {
  private static final long serialVersionUID = 1;

  ItemsBusy(Throwable cause) {
    super("others are writing the same items; try again", cause);
  }
}
