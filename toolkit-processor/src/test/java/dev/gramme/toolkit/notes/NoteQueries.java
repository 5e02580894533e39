package dev.gramme.toolkit.notes;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The access patterns of notes and sessions. */
@AccessPatterns(
    table = "notes",
    entities = {Note.class, Session.class, Contact.class})
public interface NoteQueries {
  @Put
  void write(Note note);

  @Get(consistent = true)
  Optional<Note> note(String id);

  @Update(Note.class)
  void rewrite(String id, List<String> lines);

  /** The key of a note, and its new lines. */
  record Rewritten(String id, List<String> lines) {}

  @Transaction
  void rewriteTogether(@Update(Note.class) Rewritten note, @Put Session session);

  @Update
  Note like(String id, @Add long likes);

  @Put
  void save(Session session);

  @Get(consistent = true)
  Optional<Session> session(BigDecimal code);

  @Delete(Session.class)
  void end(String id);

  @Put
  void add(Contact contact);

  @Get(consistent = true)
  Optional<Contact> withAddress(String address);

  @Delete(Contact.class)
  void remove(String id);
}
