/** Tests of what an account can do. */
@NullMarked
package dev.gramme.apps.incidents.account;

import org.jspecify.annotations.NullMarked;
