package dev.gramme.conformance.transfer;

import dev.gramme.storage.Store;
import dev.gramme.storage.postgres.PostgresStore;
import dev.gramme.storage.postgres.TestPostgres;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Imports and exports of a database in PostgreSQL. */
@Tag("slow")
final class PostgresTransferTest {
  private static Store postgres() {
    return PostgresStore.open(TestPostgres.options());
  }

  @Nested
  final class Exporting extends ExportTest {
    @Override
    Store store() {
      return postgres();
    }
  }

  @Nested
  final class ExportingWithFilters extends FilteredExportTest {
    @Override
    Store store() {
      return postgres();
    }
  }

  @Nested
  final class ExportingRandomHistories extends RandomHistoryExportTest {
    @Override
    Store store() {
      return postgres();
    }
  }

  @Nested
  final class ImportingOnce extends ImportTokenTest {
    @Override
    Store store() {
      return postgres();
    }
  }

  @Nested
  final class ImportingMalformedData extends MalformedImportTest {
    @Override
    Store store() {
      return postgres();
    }
  }
}
