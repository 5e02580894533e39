/** Tests of the operations on an account. */
@NullMarked
package dev.gramme.apps.incidents.account;

import org.jspecify.annotations.NullMarked;
