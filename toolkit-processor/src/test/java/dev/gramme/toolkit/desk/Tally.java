package dev.gramme.toolkit.desk;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Version;
import java.util.Optional;
import java.util.Set;

/** How often a word occurs in the tickets of a desk. */
@Entity(pk = "TALLY#{desk}", sk = "{word}")
@Gsi(name = "byWord", pk = "WORD#{word}", sk = "{desk}")
@Gsi(name = "byLast", pk = "LAST#{last}", sk = "{word}")
public record Tally(
    String desk,
    String word,
    long count,
    Optional<String> last,
    Set<String> tags,
    @Version long revision) {}
