package dev.gramme.bench.results;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The files of results: one of data for each kind of run, and the page and plots made of all of
 * them. A run replaces only its own data.
 */
public final class ResultFiles {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path folder;

  /** The files in a folder. */
  public ResultFiles(Path folder) {
    this.folder = folder;
  }

  /** Replaces the comparison of servers. */
  public void write(Comparison comparison) throws IOException {
    write("results.json", comparison);
  }

  /** Replaces the comparison of servers whose requests are formatted when they are sent. */
  public void writeFresh(Comparison comparison) throws IOException {
    write("fresh.json", comparison);
  }

  /** Replaces the comparison with Cassandra. */
  public void write(ClusterComparison comparison) throws IOException {
    write("cluster.json", comparison);
  }

  /** Replaces the comparison with PostgreSQL. */
  public void write(PostgresComparison comparison) throws IOException {
    write("postgres.json", comparison);
  }

  /** Replaces the measurements with many items. */
  public void writeLargeLoad(Figure.Group figures) throws IOException {
    write("large-load.json", figures);
  }

  /** Replaces the comparison of many items with few. */
  public void write(LargeComparison comparison) throws IOException {
    write("large.json", comparison);
  }

  /** Replaces the workloads of YCSB. */
  public void write(YcsbCourse course) throws IOException {
    write("ycsb.json", course);
  }

  /** Replaces the comparison of a server with one processor and with two. */
  public void write(ProcessorComparison comparison) throws IOException {
    write("processors.json", comparison);
  }

  /** Replaces the measurements of a database in process. */
  public void writeEmbedded(Figure.Group figures) throws IOException {
    write("embedded.json", figures);
  }

  /** Replaces the measurements of a database for each test. */
  public void writeInProcess(Figure.Group figures) throws IOException {
    write("in-process.json", figures);
  }

  private void write(String name, Object data) throws IOException {
    Files.writeString(folder.resolve(name), JSON.writeValueAsString(data) + "\n");
  }

  /** Writes the page {@code RESULTS.md} and the plots from the existing data. */
  public void draw() throws IOException {
    var comparison = read("results.json", Comparison.class);
    var text = new StringBuilder(Page.HEAD);
    var plots = new LinkedHashMap<String, String>();
    text.append(comparison.map(Page::comparison).orElse(Page.NOT_MEASURED));
    var fresh = read("fresh.json", Comparison.class);
    fresh.ifPresent(one -> text.append(Page.fresh(one)));
    group("large-load", "Many items", text, plots);
    var large = read("large.json", LargeComparison.class);
    large.ifPresent(one -> text.append(LargePage.of(one)));
    var ycsb = read("ycsb.json", YcsbCourse.class);
    ycsb.ifPresent(course -> text.append(YcsbPage.of(course)));
    var processors = read("processors.json", ProcessorComparison.class);
    processors.ifPresent(one -> text.append(one.page()));
    group("embedded", "In process", text, plots);
    group("in-process", "A database for each test, in process", text, plots);
    read("postgres.json", PostgresComparison.class)
        .ifPresent(postgres -> text.append(PostgresPage.of(postgres)));
    read("cluster.json", ClusterComparison.class)
        .ifPresent(cluster -> text.append(Page.cluster(cluster)));
    Files.writeString(folder.resolve("RESULTS.md"), text);
    comparison.ifPresent(one -> plots.putAll(Plots.of(one)));
    fresh.ifPresent(one -> plots.putAll(Plots.fresh(one)));
    large.ifPresent(one -> plots.put(LargePlot.FILE, LargePlot.of(one)));
    ycsb.ifPresent(course -> plots.put(YcsbPlot.FILE, YcsbPlot.of(course)));
    processors.ifPresent(one -> plots.put(ProcessorPlot.FILE, ProcessorPlot.of(one)));
    for (var plot : plots.entrySet()) {
      var images = Files.createDirectories(folder.resolve("images"));
      Files.writeString(images.resolve(plot.getKey()), plot.getValue());
    }
  }

  /** Adds the section and the plot of figures, if they were measured. */
  private void group(String name, String heading, StringBuilder text, Map<String, String> plots)
      throws IOException {
    var figures = read(name + ".json", Figure.Group.class);
    figures.ifPresent(group -> {
      text.append(Page.group(heading, name + ".svg", group));
      plots.put(name + ".svg", FigurePlot.of(heading, group.figures()));
    });
  }

  private <T> Optional<T> read(String name, Class<T> type) throws IOException {
    var file = folder.resolve(name);
    return Files.exists(file)
        ? Optional.of(JSON.readValue(Files.readString(file), type))
        : Optional.empty();
  }
}
