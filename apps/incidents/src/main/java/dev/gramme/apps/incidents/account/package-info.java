/** The operations on an account: its incidents, its users, and its on-call schedules. */
@NullMarked
package dev.gramme.apps.incidents.account;

import org.jspecify.annotations.NullMarked;
