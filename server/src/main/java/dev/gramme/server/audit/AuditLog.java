package dev.gramme.server.audit;

import dev.gramme.auth.policy.Access;
import dev.gramme.auth.policy.Decision;
import dev.gramme.auth.policy.Requester;
import dev.gramme.server.admin.PrivateFile;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.wire.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records which identity requested what and whether it was allowed, as one line of JSON per
 * request. Requests never wait for the log. Lines pass through a buffer of {@value
 * #MAX_WAITING_BYTES} bytes to a writer thread. Lines that do not fit are lost, and a later line
 * reports their number. A full file is renamed to {@code FILE.1}, and so on up to {@code
 * FILE.}{@value #KEPT}.
 */
public final class AuditLog implements AutoCloseable {
  /** The capacity in bytes of the buffer of lines to be written. */
  static final int MAX_WAITING_BYTES = 8 << 20;

  /** The size in bytes from which a file is rotated. */
  static final long MAX_FILE_BYTES = 64L << 20;

  /** How many rotated files are kept. */
  static final int KEPT = 4;

  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final byte[] LINE_END = {'\n'};

  private final Path file;
  private final InstantSource clock;
  private final long mostFileBytes;
  private final int mostWaitingBytes;
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
  private final Thread writer;
  private int waitingBytes;
  private long unreportedLosses;
  private long losses;
  private long lines;
  private boolean closed;
  private boolean failing;
  private @Nullable FileChannel channel;

  /** An authorization decision about one access of a request. */
  public record Decided(Access access, Decision decision) {}

  AuditLog(Path file, InstantSource clock, long mostFileBytes, int mostWaitingBytes)
      throws IOException {
    this.file = file;
    this.clock = clock;
    this.mostFileBytes = mostFileBytes;
    this.mostWaitingBytes = mostWaitingBytes;
    this.channel = opened();
    this.writer = Thread.ofPlatform().name("audit").daemon().unstarted(this::run);
  }

  /**
   * Appends to a file. A missing file is created, readable by its owner only.
   *
   * @throws IOException if the file cannot be written
   */
  public static AuditLog open(Path file) throws IOException {
    var log = new AuditLog(file, InstantSource.system(), MAX_FILE_BYTES, MAX_WAITING_BYTES);
    log.begin();
    return log;
  }

  /** Starts the writer thread. */
  void begin() {
    writer.start();
  }

  /**
   * Logs a request whose signature is valid.
   *
   * @param decisions one for each access, up to the first that is denied; empty if the request is
   *     invalid, so that nothing was decided
   */
  public void decided(
      String requestId,
      String operation,
      String keyId,
      Requester requester,
      List<Decided> decisions) {
    var decision = decisions.isEmpty() ? "invalid" : word(decisions.getLast().decision());
    var json = line(requestId, operation, decision, requester.address());
    json.name("accessKeyId").string(keyId);
    json.name("principal").string(requester.principal().toString());
    json.name("accesses").beginArray();
    for (Decided one : decisions) {
      json.beginObject();
      json.name("action").string(one.access().qualifiedAction());
      json.name("resource").string(one.access().resource());
      json.name("decision").string(word(one.decision()));
      json.endObject();
    }
    json.endArray();
    add(json.endObject().toByteArray());
  }

  /**
   * Logs a request whose signature is missing or wrong.
   *
   * @param reason the type of the error in the response
   */
  public void unauthentic(String requestId, String operation, String address, String reason) {
    var json = line(requestId, operation, "denied", address);
    add(json.name("reason").string(reason).endObject().toByteArray());
  }

  private JsonWriter line(String requestId, String operation, String decision, String address) {
    var json = new JsonWriter().beginObject();
    json.name("time").string(clock.instant().toString());
    json.name("requestId").string(requestId);
    json.name("operation").string(operation);
    json.name("decision").string(decision);
    return json.name("address").string(address);
  }

  private static String word(Decision decision) {
    return decision == Decision.ALLOWED ? "allowed" : "denied";
  }

  private synchronized void add(byte[] line) {
    if (closed || waitingBytes + line.length > mostWaitingBytes) {
      lose(1);
      return;
    }
    waiting.add(line);
    waitingBytes += line.length;
    notifyAll();
  }

  private synchronized void lose(int count) {
    losses += count;
    unreportedLosses += count;
  }

  /** Adds the counters of lines. */
  public void addTo(MetricsPage page) {
    page.counter("gramme_audit_lines_total", "Lines written to the audit log.", counted(false));
    page.counter(
        "gramme_audit_lost_lines_total", "Lines that the audit log has lost.", counted(true));
  }

  private synchronized double counted(boolean lost) {
    return (double) (lost ? losses : lines);
  }

  private void run() {
    for (List<byte[]> next = next(); !next.isEmpty(); next = next()) {
      write(next);
    }
  }

  /**
   * Takes the buffered lines. A line with the number of lost lines comes first, if any were lost.
   * Returns an empty result when the log is closed.
   */
  private synchronized List<byte[]> next() {
    while (waiting.isEmpty() && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return List.of();
      }
    }
    if (unreportedLosses > 0 && !waiting.isEmpty()) {
      waiting.addFirst(lossLine(clock.instant(), unreportedLosses));
      unreportedLosses = 0;
    }
    var next = List.copyOf(waiting);
    waiting.clear();
    waitingBytes = 0;
    return next;
  }

  private static byte[] lossLine(Instant now, long count) {
    var json = new JsonWriter().beginObject().name("time").string(now.toString());
    return json.name("lostLines").number(count).endObject().toByteArray();
  }

  private void write(List<byte[]> next) {
    int written = 0;
    try {
      for (byte[] line : next) {
        var open = channel == null ? opened() : channel;
        channel = open.size() >= mostFileBytes ? rotated(open) : open;
        writeFully(channel, line);
        written++;
      }
      failing = false;
    } catch (IOException e) {
      lose(next.size() - written);
      if (!failing) {
        LOG.error("the audit log {} cannot be written, so lines are lost: {}", file, e.toString());
      }
      failing = true;
    }
    count(written);
  }

  private synchronized void count(int written) {
    lines += written;
  }

  private static void writeFully(FileChannel to, byte[] line) throws IOException {
    var bytes = ByteBuffer.allocate(line.length + 1).put(line).put(LINE_END).flip();
    while (bytes.hasRemaining()) {
      var _ = to.write(bytes);
    }
  }

  private FileChannel opened() throws IOException {
    if (!Files.exists(file)) {
      PrivateFile.write(file, "");
    }
    return FileChannel.open(file, StandardOpenOption.APPEND);
  }

  private FileChannel rotated(FileChannel full) throws IOException {
    full.close();
    channel = null;
    for (int i = KEPT; i > 0; i--) {
      Path from = i == 1 ? file : numbered(i - 1);
      try {
        Files.move(from, numbered(i), StandardCopyOption.REPLACE_EXISTING);
      } catch (NoSuchFileException e) {
        LOG.debug("{} does not exist yet", from);
      }
    }
    return opened();
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  /** Writes the remaining lines and closes the file. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      writer.join();
      if (channel != null) {
        channel.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.error("the audit log {} cannot be closed: {}", file, e.toString());
    }
  }
}
