package dev.gramme.toolkit.members;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;

/** A member, found by an address whose case does not matter. */
@Entity(pk = "MEMBER#{email:lower}", sk = "{club}")
@Gsi(name = "byClub", pk = "CLUB#{club}", sk = "{name:upper}")
public record Member(String email, String club, String name) {}
