package dev.gramme.conformance.documents;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Executes the documentation. Each page runs in a folder of its own, in the order of its blocks, as
 * it stands. The only change: ports of loopback are replaced by free ones ({@link Ports}), and
 * {@code ./gramme} starts the compiled server without building it. The property {@code documents}
 * is a pattern of the pages to execute.
 *
 * <p>The info string of a fence says what a block is:
 *
 * <ul>
 *   <li>{@code sh}: commands for the reader's shell; all of a page share one. Each must succeed,
 *       unless the output that follows shows its error. If no server runs, {@code ./gramme} is
 *       started before the first one
 *   <li>{@code sh server}: a command for a terminal of its own, which prints a line when it is
 *       ready. It stops when a later section starts servers of its own
 *   <li>{@code output}: what the commands before it print, in any terminal ({@link Output})
 *   <li>{@code java}: compiled, and executed if it has a {@code main}, tests, or statements ({@link
 *       JavaBlocks})
 *   <li>{@code java shown}, and {@code js}, {@code kotlin}, {@code groovy} without a file: cannot
 *       be compiled here ({@link PagesTest} has the reasons)
 *   <li>{@code js FILE}, {@code python FILE}, {@code json FILE}: saved, for a command that uses it
 *   <li>{@code json}, {@code xml}: well-formed
 *   <li>{@code java quoted}: an excerpt of a source of the project ({@link PagesTest})
 *   <li>{@code console}: commands that cannot run here ({@link PagesTest} has the reasons)
 *   <li>{@code text}, {@code ini}: anything else
 * </ul>
 *
 * <p>Any other word fails.
 */
@Order(1) // waits longest
@Tag("slow")
final class DocumentsTest {
  /** The pages that require a server with S3's protocol at port 9000. */
  private static final Set<String> WITH_S3 = Set.of("docs/backups.md", "docs/import-export.md");

  @TempDir private static Path commands;
  @TempDir private static Path folders;
  private static Terminal aws;

  @BeforeAll
  static void provideCommands() throws Exception {
    aws = AwsCli.provideIn(commands);
  }

  @AfterAll
  static void stopCommands() {
    aws.close();
  }

  @TestFactory
  @Execution(ExecutionMode.CONCURRENT)
  Stream<DynamicTest> every_page_works_as_it_stands() {
    return Page.all().stream()
        .filter(page -> page.name().matches(System.getProperty("documents", ".*")))
        .map(page -> DynamicTest.dynamicTest(page.name(), () -> run(page)));
  }

  private static void run(Page page) throws Exception {
    var folder = folders.resolve(page.name());
    var ports = Ports.free(page.name().equals("docs/cassandra.md") ? 1 : 2);
    try (var _ = new ReaderFolder(folder, page);
        var _ = WITH_S3.contains(page.name()) ? s3Server(ports.of(9000)) : null;
        var run = new PageRun(page, folder, commands, ports)) {
      run.run();
    }
  }

  /** A server that speaks S3's protocol. */
  private static AutoCloseable s3Server(int port) throws Exception {
    var server =
        S3Proxy.builder()
            .blobStore(new TransientNio2BlobStore())
            .endpoint(URI.create("http://127.0.0.1:" + port))
            .awsAuthentication(AuthenticationType.AWS_V4, "me", "secret")
            .build();
    server.start();
    return server::stop;
  }
}
