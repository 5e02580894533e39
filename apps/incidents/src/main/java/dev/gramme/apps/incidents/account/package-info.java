/** What an account can do: its incidents, its users, and who of them is on call. */
@NullMarked
package dev.gramme.apps.incidents.account;

import org.jspecify.annotations.NullMarked;
