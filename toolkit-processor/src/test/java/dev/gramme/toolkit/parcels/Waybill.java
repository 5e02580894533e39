package dev.gramme.toolkit.parcels;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.History;
import dev.gramme.toolkit.Version;

/** The waybill of a parcel, whose versions are kept. */
@Entity(pk = "DEPOT#{depot}", sk = "BILL#{number}")
@Gsi(name = "byNumber", pk = "BILL#{number}", sk = "{state}")
@Gsi(name = "billsByState", pk = "{state}")
@History
public record Waybill(
    String depot, long number, @Attribute("billState") String state, @Version long version) {}
