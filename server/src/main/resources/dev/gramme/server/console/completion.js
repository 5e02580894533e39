// Completion of PartiQL: words of the language, tables, indexes and attributes. And positions of errors.

const WORDS = ['SELECT', 'FROM', 'WHERE', 'INSERT INTO', 'VALUE', 'UPDATE', 'SET', 'REMOVE', 'DELETE FROM', 'ORDER BY', 'DESC', 'ASC', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'IS', 'MISSING', 'NULL',
  'TRUE', 'FALSE', 'begins_with', 'contains', 'attribute_type', 'size', 'list_append', 'set_add', 'set_delete', 'EXISTS', 'RETURNING ALL OLD *', 'RETURNING ALL NEW *', 'RETURNING MODIFIED OLD *', 'RETURNING MODIFIED NEW *'];
const MAX_SHOWN = 8;

/** The name of the table in a statement, if it has one yet. */
export const tableIn = statement => /\b(?:from|into|update)\s+(?:"([^"]+)"|([\w-]+))/i.exec(statement)?.slice(1).find(name => name) ?? null;

/**
 * What could be at the cursor.
 *
 * @param names tables: their names; table: the description of the statement's table, or null; attributes: names that items have
 * @returns start: where the completed word begins; options: texts
 */
export function completions(statement, cursor, { tables, table, attributes }) {
  const before = statement.slice(0, cursor);
  // Nothing is completed within a text in single quotes.
  if ((before.match(/'/g) ?? []).length % 2) return { start: cursor, options: [] };
  const [word] = /"[^"]*$|[\w]*$/.exec(withoutClosed(before));
  const start = cursor - word.length;
  const typed = word.replace(/^"/, '').toLowerCase();
  const quoted = word.startsWith('"');
  const matches = all => [...new Set(all)].filter(each => each.toLowerCase().startsWith(typed) && each.toLowerCase() !== typed);
  const place = before.slice(0, start);
  if (/\b(?:from|into|update)\s+$/i.test(place)) return { start, options: matches(tables).slice(0, MAX_SHOWN).map(quote) };
  if (/\bfrom\s+"[^"]+"\.$/i.test(place)) {
    const indexes = [...(table?.GlobalSecondaryIndexes ?? []), ...(table?.LocalSecondaryIndexes ?? [])].map(index => index.IndexName);
    return { start, options: matches(indexes).slice(0, MAX_SHOWN).map(quote) };
  }
  if (!typed && !quoted) return { start, options: [] };
  const known = matches([...(table?.AttributeDefinitions ?? []).map(each => each.AttributeName), ...attributes]).map(quote);
  return { start, options: [...known, ...(quoted ? [] : matches(WORDS))].slice(0, MAX_SHOWN) };
}

/** Blanks in place of names in closed double quotes, so that an open quote is the last one. */
const withoutClosed = text => text.replaceAll(/"[^"]*"/g, name => ' '.repeat(name.length));
const quote = name => '"' + name.replaceAll('"', '""') + '"';

/** The only place of the text that ends an error message, such as DISTINCT in "Unsupported token in expression: DISTINCT"; null if it is not exactly one. */
function namedRange(statement, message) {
  const token = /: ([^:]+)$/.exec(message)?.[1].trim().toLowerCase();
  const start = token ? statement.toLowerCase().indexOf(token) : -1;
  return start < 0 || statement.toLowerCase().includes(token, start + 1) ? null : [start, start + token.length];
}

/** The range of a statement that an error message names, as line:column:length from 1 or by its text; null if it names none. */
export function errorRange(statement, message) {
  const found = /\bat (\d+):(\d+):(\d+)/.exec(message);
  if (!found) return namedRange(statement, message);
  const [line, column, length] = found.slice(1).map(Number);
  const lines = statement.split('\n');
  if (line < 1 || line > lines.length) return null;
  const start = lines.slice(0, line - 1).reduce((total, each) => total + each.length + 1, 0) + column - 1;
  return start > statement.length ? null : [start, Math.min(statement.length, start + Math.max(1, length))];
}
