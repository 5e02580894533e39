package dev.gramme.apps.incidents.app;

import dev.gramme.toolkit.Ksuid;

/** The identity of the client. It is the only source of the account. */
record Session(Ksuid account, Ksuid user) {}
