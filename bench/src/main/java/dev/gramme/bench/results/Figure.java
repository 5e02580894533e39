package dev.gramme.bench.results;

import java.util.List;

/** A measurement with its title. */
public record Figure(String title, Measurement measurement) {
  /** Figures of one run. */
  public record Group(Run run, List<Figure> figures) {
    public Group {
      figures = List.copyOf(figures);
    }
  }
}
