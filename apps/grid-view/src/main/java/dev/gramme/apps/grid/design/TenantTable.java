package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.Tenant;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import java.util.Optional;

/** The table of tenants, which all designs except the single table share. */
final class TenantTable {
  @Entity(pk = "{id}", type = "TENANT")
  record TenantItem(String id, String name) {}

  @AccessPatterns(table = "tenants", pk = "id")
  interface Tenants {
    @Put
    void save(TenantItem tenant);

    @Get(budget = "0.5 RCU")
    Optional<TenantItem> tenant(String id);
  }

  private final TenantTable_TenantsTable tenants;

  TenantTable(Tables tables) {
    this.tenants = TenantTable_TenantsTable.of(tables.of(TenantTable_TenantsTable.schema()));
  }

  void create() {
    tenants.table().createIfAbsent();
  }

  void save(Tenant tenant) {
    tenants.save(new TenantItem(tenant.id(), tenant.name()));
  }

  Optional<Tenant> tenant(String id) {
    return tenants.tenant(id).map(item -> new Tenant(item.id(), item.name()));
  }
}
