package dev.gramme.bench.results;

import java.util.List;
import java.util.Optional;

/**
 * The measurements of several servers under the same loads.
 *
 * @param limits what the machine and the store do without a protocol
 */
public record Comparison(
    Run run, List<Server> servers, List<Point> points, List<Course> courses, List<Figure> limits) {
  public Comparison {
    servers = List.copyOf(servers);
    points = List.copyOf(points);
    courses = List.copyOf(courses);
    limits = List.copyOf(limits);
  }

  /**
   * A server, independent of operations.
   *
   * @param id its name in options
   * @param title its name in the report
   * @param firstAnswerMillis from the start of the process to the first response, for each start
   * @param idleMegabytes resident memory one second after the start
   * @param loadedMegabytes resident memory after all loads
   */
  public record Server(
      String id,
      String title,
      List<Long> firstAnswerMillis,
      long idleMegabytes,
      long loadedMegabytes) {
    public Server {
      firstAnswerMillis = List.copyOf(firstAnswerMillis);
    }

    /** The median of the starts. */
    long medianFirstAnswerMillis() {
      return firstAnswerMillis.stream().sorted().toList().get(firstAnswerMillis.size() / 2);
    }
  }

  /**
   * The result of an operation.
   *
   * @param server the id of the server
   * @param operation the title of the operation
   * @param processorMicros the processor time of the server's process per request
   */
  public record Point(
      String server,
      String operation,
      int connections,
      Measurement measurement,
      double processorMicros) {}

  /**
   * The rate of an operation in each second of a longer load.
   *
   * @param perSecond the requests sent in each second
   */
  public record Course(String server, String operation, int connections, List<Long> perSecond) {
    public Course {
      perSecond = List.copyOf(perSecond);
    }
  }

  /** The result at a number of connections, if it was measured. */
  Optional<Point> point(String server, String operation, int connections) {
    return points.stream()
        .filter(point ->
            point.server.equals(server)
                && point.operation.equals(operation)
                && point.connections == connections)
        .findFirst();
  }

  /** The measured operations, in the order of their measurement. */
  List<String> operations() {
    return points.stream().map(Point::operation).distinct().toList();
  }
}
