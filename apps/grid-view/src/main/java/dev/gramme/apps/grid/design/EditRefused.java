package dev.gramme.apps.grid.design;

/** The issue does not exist, or another user has changed it. */
public final class EditRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int stepsDone;

  EditRefused(String issue, int stepsDone) {
    super(
        issue
            + " does not exist, or was changed meanwhile"
            + (stepsDone == 0 ? "" : "; the first " + stepsDone + " steps of the change stay"));
    this.stepsDone = stepsDone;
  }

  /** How many steps of the change were committed nevertheless: none, unless it needs several. */
  public int stepsDone() {
    return stepsDone;
  }
}
