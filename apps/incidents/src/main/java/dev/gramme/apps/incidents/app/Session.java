package dev.gramme.apps.incidents.app;

import dev.gramme.toolkit.Ksuid;

/** Who asks. The account comes from here and from nowhere else. */
record Session(Ksuid account, Ksuid user) {}
