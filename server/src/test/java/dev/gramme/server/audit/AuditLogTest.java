package dev.gramme.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.auth.policy.Access;
import dev.gramme.auth.policy.Decision;
import dev.gramme.auth.policy.Principal;
import dev.gramme.auth.policy.Requester;
import dev.gramme.server.audit.AuditLog.Decided;
import dev.gramme.server.metrics.MetricsPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("audit.log");
  }

  private AuditLog log(long mostFileBytes, int mostWaitingBytes) throws Exception {
    return new AuditLog(file(), CLOCK, mostFileBytes, mostWaitingBytes);
  }

  private static String metrics(AuditLog log) {
    var page = new MetricsPage();
    log.addTo(page);
    return page.text();
  }

  @Test
  void a_line_has_the_identity_the_access_and_the_decision() throws Exception {
    var principal =
        Principal.of("arn:aws:iam::000000000000:user/alice", Optional.empty(), Map.of(), List.of());
    var requester = new Requester(principal, "10.0.0.1", "us-east-1", true, Instant.EPOCH);
    var access = Access.of("GetItem", "arn:aws:dynamodb:us-east-1:000000000000:table/a\"b");
    try (var log = log(1000, 10_000)) {
      log.begin();
      log.decided(
          "ID", "GetItem", "AKID", requester, List.of(new Decided(access, Decision.NOT_ALLOWED)));
      log.unauthentic("ID2", "GetItem", "10.0.0.2", "InvalidSignatureException");
    }
    assertThat(Files.readString(file()))
        .isEqualTo(
            """
            {"time":"1970-01-01T00:00:00Z","requestId":"ID","operation":"GetItem","decision":"denied",\
            "address":"10.0.0.1","accessKeyId":"AKID","principal":"arn:aws:iam::000000000000:user/alice",\
            "accesses":[{"action":"dynamodb:GetItem",\
            "resource":"arn:aws:dynamodb:us-east-1:000000000000:table/a\\"b","decision":"denied"}]}
            {"time":"1970-01-01T00:00:00Z","requestId":"ID2","operation":"GetItem","decision":"denied",\
            "address":"10.0.0.2","reason":"InvalidSignatureException"}
            """);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void lines_that_do_not_fit_into_the_buffer_are_lost_and_counted() throws Exception {
    var log = log(100_000, 300);
    for (int i = 0; i < 10; i++) {
      log.unauthentic("ID" + i, "GetItem", "10.0.0.2", "InvalidSignatureException");
    }
    assertThat(metrics(log)).contains("gramme_audit_lost_lines_total 8");
    log.begin();
    log.close();
    assertThat(Files.readAllLines(file()))
        .hasSize(3)
        .first()
        .isEqualTo("{\"time\":\"1970-01-01T00:00:00Z\",\"lostLines\":8}");
    assertThat(metrics(log)).contains("gramme_audit_lines_total 3");
  }

  @Test
  void full_files_are_renamed_and_the_oldest_is_dropped() throws Exception {
    try (var log = log(200, 100_000)) {
      for (int i = 100; i < 120; i++) {
        log.unauthentic("ID" + i, "GetItem", "10.0.0.2", "InvalidSignatureException");
      }
      log.begin();
    }
    try (var files = Files.list(folder)) {
      assertThat(files.map(path -> String.valueOf(path.getFileName())))
          .containsExactlyInAnyOrder(
              "audit.log", "audit.log.1", "audit.log.2", "audit.log.3", "audit.log.4");
    }
    assertThat(Files.readAllLines(file())).hasSize(2).last().asString().contains("ID119");
    assertThat(Files.readAllLines(folder.resolve("audit.log.4")))
        .first()
        .asString()
        .contains("ID110");
  }

  @Test
  void a_restart_appends() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (var log = log(100_000, 100_000)) {
        log.begin();
        log.unauthentic("ID" + i, "GetItem", "10.0.0.2", "InvalidSignatureException");
      }
    }
    assertThat(Files.readAllLines(file())).hasSize(2);
  }
}
