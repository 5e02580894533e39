package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.Tenant;
import dev.gramme.toolkit.entity.Counter;
import dev.gramme.toolkit.entity.Table;
import java.util.Optional;

/** Tenants and projects in separate tables. */
abstract class DirectoryInTables implements Directory {
  private final TenantTable tenants;
  private final Table projects;

  DirectoryInTables(Tables tables, Table projects) {
    this.tenants = new TenantTable(tables);
    this.projects = projects;
  }

  @Override
  public void createTables() {
    tenants.create();
    projects.createIfAbsent();
  }

  @Override
  public final void save(Tenant tenant) {
    tenants.save(tenant);
  }

  @Override
  public final Optional<Tenant> tenant(String id) {
    return tenants.tenant(id);
  }

  /** The project's item contains the counter. */
  @Override
  public final long nextNumber(String project, int count) {
    return Counter.of(projects, project).next(count);
  }
}
