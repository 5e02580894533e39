package dev.gramme.toolkit.shop;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Unique;
import dev.gramme.toolkit.Version;

/** A customer. */
@Entity(pk = "CUST#{email}", sk = "PROFILE")
public record Customer(String email, @Unique String handle, @Version long revision)
    implements Shop {}
