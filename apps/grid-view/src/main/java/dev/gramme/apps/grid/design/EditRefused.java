package dev.gramme.apps.grid.design;

/** The issue does not exist, another user has changed it, or others are changing it. */
public final class EditRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int stepsDone;

  private EditRefused(String why, int stepsDone) {
    super(why + (stepsDone == 0 ? "" : "; the first " + stepsDone + " steps of the change stay"));
    this.stepsDone = stepsDone;
  }

  /** The issue does not have the expected version. */
  static EditRefused outdated(String issue, int stepsDone) {
    return new EditRefused(issue + " does not exist, or was changed meanwhile", stepsDone);
  }

  /** Other transactions wrote the same items during all attempts. */
  static EditRefused busy(String issue, int stepsDone) {
    return new EditRefused(issue + " is being changed by others; try again", stepsDone);
  }

  /** How many steps of the change were committed nevertheless: none, unless it needs several. */
  public int stepsDone() {
    return stepsDone;
  }
}
