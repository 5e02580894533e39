// Items as texts of files: JSON in three forms, and CSV. Files are read and written piece by piece, so their size does not matter.

import { keyTextOf } from '/console/query.js';
import { typeOfAttribute } from '/console/tables.js';
import { TYPES, fromPlain, itemProblem, itemSize, parse, problem, show, toPlain, typeOf, writeUnits } from '/console/values.js';

export const FORMATS = [['dynamodb', 'DynamoDB JSON'], ['lines', 'DynamoDB JSON, one item a line'], ['plain', 'JSON'], ['csv', 'CSV']];
/** One item as JSON is smaller: an item has at most 400 KB, and JSON may write six characters for one. */
const MAX_RECORD = 8_000_000;
const MAX_ERRORS = 20;
/** The keys that are compared for duplicates. */
const MAX_KEYS = 200_000;

/** The columns of a CSV file. A column has a type behind a colon, such as price:N. A column with several types, or with nested values, has DynamoDB JSON. */
export class Columns {
  constructor() { this.types = new Map(); }

  add(items) {
    for (const item of items) {
      for (const [name, value] of Object.entries(item)) (this.types.get(name) ?? this.types.set(name, new Set()).get(name)).add(typeOf(value));
    }
    return this;
  }

  all() {
    return [...this.types].map(([name, types]) => {
      const [type] = types;
      return { name, type: types.size === 1 && ['S', 'N', 'B', 'BOOL', 'NULL'].includes(type) ? type : 'JSON' };
    });
  }
}

const quoted = text => /^[^",\r\n\s][^",\r\n]*$/.test(text) ? text : '"' + text.replaceAll('"', '""') + '"';

/** What a file begins with. */
export function opening(format, columns) {
  if (format === 'csv') return columns.map(({ name, type }) => quoted(name + ':' + type)).join(',') + '\r\n';
  return format === 'lines' ? '' : '[\n';
}

/** The text of items; items may precede them in the file. */
export function rows(format, items, columns, isFirst) {
  switch (format) {
    case 'lines': return items.map(Item => JSON.stringify({ Item }) + '\n').join('');
    case 'csv': return items.map(item => columns.map(({ name, type }) =>
      !item[name] ? '' : quoted(type === 'JSON' ? JSON.stringify(item[name]) : show(item[name]))).join(',') + '\r\n').join('');
    default: return (isFirst || !items.length ? '' : ',\n') + items.map(format === 'plain' ? toPlain : item => JSON.stringify(item)).join(',\n');
  }
}

/** What a file ends with. */
export const closing = format => format === 'dynamodb' || format === 'plain' ? '\n]\n' : '';

/** The text of a file with these items. */
export function write(format, items) {
  const columns = format === 'csv' ? new Columns().add(items).all() : [];
  return opening(format, columns) + rows(format, items, columns, true) + closing(format);
}

/** The file cannot be read further. */
class Unreadable extends Error {}

/** Splits a text that arrives in pieces at the ends of its lines. */
class Lines {
  constructor() { this.rest = ''; this.line = 1; }

  push(text, found) {
    const parts = (this.rest + text).split('\n');
    this.rest = parts.pop();
    for (const part of parts) {
      const at = 'line ' + this.line++;
      if (part.trim()) found.push({ text: part, at });
    }
  }

  end(found) { this.push('\n', found); }
}

/** Splits a list, or a sequence, of JSON values that arrives in pieces into the values. */
class Values {
  constructor(isList) { this.isList = isList; this.rest = ''; this.scanned = 0; this.depth = 0; this.start = -1; this.inText = false; this.count = 0; }

  push(text, found) {
    this.rest += text;
    const { rest } = this;
    let at = this.scanned;
    for (; at < rest.length; at++) {
      const character = rest[at];
      if (this.inText) {
        if (character === '\\') {
          if (at + 1 >= rest.length) break;
          at++;
        } else if (character === '"') {
          this.inText = false;
        }
      } else if (character === '"') {
        this.inText = true;
        if (this.start < 0) this.start = at;
      } else if (character === '{' || character === '[') {
        if (this.isList && this.depth === 0 && this.count === 0 && this.start < 0) { this.isList = false; this.inList = true; continue; }
        if (this.depth++ === 0 && this.start < 0) this.start = at;
      } else if (character === '}' || character === ']') {
        if (this.depth === 0) {
          if (this.inList && character === ']') { this.take(found, at); this.inList = false; this.ended = true; continue; }
          throw new Unreadable(`behind item ${this.count}: "${character}" was not expected`);
        }
        if (--this.depth === 0) this.take(found, at + 1);
      } else if (this.depth === 0 && character === ',') {
        this.take(found, at);
      } else if (this.start < 0 && !/\s/.test(character)) {
        if (this.ended) throw new Unreadable(`behind the list: "${character}" was not expected`);
        this.start = at;
      }
    }
    const keep = this.start < 0 ? at : this.start;
    this.rest = rest.slice(keep);
    this.scanned = at - keep;
    if (this.start >= 0) this.start = 0;
  }

  take(found, end) {
    if (this.start < 0) return;
    found.push({ text: this.rest.slice(this.start, end), at: 'item ' + ++this.count });
    this.start = -1;
  }

  end(found) {
    if (this.depth > 0 || this.inText || this.inList) throw new Unreadable(`behind item ${this.count}: the file ends within ${this.depth > 0 || this.inText ? 'an item' : 'the list'}`);
    this.take(found, this.rest.length);
  }
}

/** Splits CSV that arrives in pieces into records. A line end within quotes does not end a record. */
class Records {
  constructor() { this.rest = ''; this.scanned = 0; this.line = 1; this.start = 1; this.state = 'cell'; }

  push(text, found) {
    this.rest += text;
    const { rest } = this;
    let from = 0;
    let at = this.scanned;
    for (; at < rest.length; at++) {
      const character = rest[at];
      if (character === '\n') this.line++;
      if (this.state === 'quotes') {
        if (character === '"') this.state = 'quote';
        continue;
      }
      if (character === '"' && this.state === 'quote') this.state = 'quotes';
      else if (character === '"' && this.state === 'cell') this.state = 'quotes';
      else if (character === ',') this.state = 'cell';
      else if (character === '\n') {
        found.push({ text: rest.slice(from, at), line: this.start });
        from = at + 1;
        this.start = this.line;
        this.state = 'cell';
      } else this.state = 'text';
    }
    this.rest = rest.slice(from);
    this.scanned = at - from;
  }

  end(found) {
    if (this.state === 'quotes') throw new Unreadable(`line ${this.start}: a quote is not closed`);
    if (this.rest) found.push({ text: this.rest, line: this.start });
  }
}

/** The records of a file: lists of { text, at }, with the kind of the file. Throws an Error if the file is not text or does not end well. */
async function* records(blob, signal, onProgress) {
  const reader = blob.stream().pipeThrough(new TextDecoderStream('utf-8', { fatal: true })).getReader();
  let splitter = null;
  let kind = null;
  let begin = '';
  let done = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { value, done: isOver } = await reader.read().catch(e => { throw new Unreadable(e instanceof TypeError ? 'The file is not text in UTF-8.' : `The file cannot be read: ${e.message}`); });
      if (!splitter) {
        begin += value ?? '';
        const first = begin.trimStart()[0];
        const lineEnd = begin.trimStart().indexOf('\n');
        // The first line decides whether each line is an item of its own.
        if (!isOver && (first === undefined || first === '{' && lineEnd < 0 && begin.length < MAX_RECORD)) continue;
        if (first === undefined) return;
        kind = first === '[' || first === '{' ? 'json' : 'csv';
        splitter = kind === 'csv' ? new Records() : first === '[' ? new Values(true) : isOneValue(begin.trimStart().split('\n')[0]) ? new Lines() : new Values(false);
        yield* split(kind, found => splitter.push(begin, found));
        begin = '';
      } else if (value) {
        yield* split(kind, found => splitter.push(value, found));
      }
      if (splitter.rest.length > MAX_RECORD) throw new Unreadable(`An item has more than ${MAX_RECORD.toLocaleString('en')} characters.`);
      done += value?.length ?? 0;
      onProgress?.(done);
      if (isOver) { yield* split(kind, found => splitter.end(found)); return; }
    }
  } finally {
    reader.cancel().catch(() => { /* It has ended already. */ });
  }
}

/** What a splitter finds, also before it fails. */
function* split(kind, run) {
  const found = [];
  let failure = null;
  try { run(found); } catch (e) { failure = e; }
  yield { kind, found };
  if (failure) throw failure;
}

function isOneValue(text) {
  try { JSON.parse(text); return true; } catch (e) { return false; }
}

/** Whether an object contains an item as a member: a line of an export, or an item that an import could not write, with its error. */
const isWrapped = one => !!one?.Item && Object.keys(one).every(name => name === 'Item' || name === 'Error' && typeof one.Error === 'string');

/** The file of items that an import could not write. It can be imported again. */
export const failedItems = failed => failed.map(({ item, message }) => JSON.stringify({ Item: item, Error: message }) + '\n').join('');

/** The items of a record of JSON in one of the two formats; throws an Error if it has none. */
function itemsOf(text, format) {
  const value = JSON.parse(text);
  if (format === 'dynamodb') {
    return (Array.isArray(value) ? value : [value]).map(one => isWrapped(one) ? one.Item : one);
  }
  const plain = fromPlain(text);
  return (plain.L ?? [plain]).map(one => one.M ?? null);
}

/** What was read of a file: the number of items, their write units, errors with their places, and items whose key occurs before. */
class Summary {
  constructor(table) { Object.assign(this, { table, items: 0, units: 0, failed: 0, errors: [], duplicates: 0, keys: new Set() }); }

  fail(at, message) {
    this.failed++;
    if (this.errors.length < MAX_ERRORS) this.errors.push(`${at}: ${message}`);
  }

  /** Counts an item; false if it cannot be written. */
  add(at, item) {
    const wrong = itemProblem(item) ?? keyProblem(this.table, item);
    if (wrong) { this.fail(at, wrong); return false; }
    const key = keyTextOf(this.table, item);
    if (this.keys.has(key)) this.duplicates++;
    else if (this.keys.size < MAX_KEYS) this.keys.add(key);
    this.items++;
    this.units += writeUnits(itemSize(item));
    return true;
  }
}

/**
 * Reads a file from its beginning to its end.
 *
 * @param format dynamodb or plain, if it is known; otherwise JSON is read in both ways, and it is plain JSON if not all items are DynamoDB JSON
 * @param onItem called with each item that can be written, and waited for
 * @return a summary with the format
 */
export async function scan(table, blob, { format, signal, onItem, onProgress } = {}) {
  const summaries = { dynamodb: new Summary(table), plain: new Summary(table), csv: new Summary(table) };
  let csv = null;
  let kind = null;
  const take = async (one, at, item) => { if (one.add(at, item) && onItem) await onItem(item); };
  const readJson = async (one, way, { text, at }) => {
    let items;
    try { items = itemsOf(text, way); } catch (e) { one.fail(at, e.message); return; }
    for (const item of items) await take(one, at, item);
  };
  try {
    for await (const { kind: now, found } of records(blob, signal, onProgress)) {
      kind = now;
      for (const record of found) {
        if (kind === 'csv') {
          if (csv) await csv(record);
          else csv = csvReader(table, record, summaries.csv, take);
        } else {
          for (const way of format ? [format] : ['dynamodb', 'plain']) await readJson(summaries[way], way, record);
        }
      }
    }
  } catch (e) {
    if (!(e instanceof Unreadable)) throw e;
    Object.values(summaries).forEach(each => { each.failed++; each.errors.push(e.message); });
  }
  if (!kind && !summaries.dynamodb.failed) Object.values(summaries).forEach(each => each.fail('The file', 'it is empty'));
  const way = kind === 'csv' ? 'csv' : format ?? (summaries.dynamodb.failed && (summaries.plain.failed < summaries.dynamodb.failed || !summaries.dynamodb.items) ? 'plain' : 'dynamodb');
  const { items, units, failed, errors, duplicates } = summaries[way];
  return { items, units, failed, errors, duplicates, format: way, title: { dynamodb: 'DynamoDB JSON', plain: 'JSON', csv: 'CSV' }[way] };
}

/** All items of a text, for texts that fit into memory: { items, errors, format }. */
export async function read(table, text) {
  const items = [];
  const { format, errors } = await scan(table, new Blob([text]));
  await scan(table, new Blob([text]), { format, onItem: item => items.push(item) });
  return { items, errors, format };
}

function keyProblem(table, item) {
  for (const { AttributeName: name } of table.KeySchema) {
    if (!item[name]) return `the key attribute "${name}" is missing`;
    const type = typeOfAttribute(table, name);
    if (typeOf(item[name]) !== type) return `the key attribute "${name}" must have the type ${type}`;
  }
  return null;
}

/** Rows of cells as RFC 4180 defines them; a cell is null if it is empty and not in quotes. */
export function cells(text) {
  const rows = [];
  let row = [];
  let at = 0;
  let line = 1;
  let start = 1;
  const end = () => { if (row.length > 1 || row[0] !== null) rows.push({ line: start, row }); row = []; start = line; };
  while (at < text.length) {
    if (text[at] === '"') {
      let cell = '';
      for (at++; ; at++) {
        if (at >= text.length) throw new Error(`line ${start}: a quote is not closed`);
        if (text[at] === '"' && text[at + 1] === '"') { cell += '"'; at++; }
        else if (text[at] === '"') { at++; break; }
        else { if (text[at] === '\n') line++; cell += text[at]; }
      }
      row.push(cell);
    } else {
      const stop = text.slice(at).search(/[,\r\n]/);
      const cell = stop < 0 ? text.slice(at) : text.slice(at, at + stop);
      at += cell.length;
      row.push(cell === '' ? null : cell);
    }
    if (text[at] === ',') { at++; if (at === text.length) row.push(null); continue; }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') { at++; line++; }
    else if (at < text.length) throw new Error(`line ${line}: a comma was expected behind a quote`);
    end();
  }
  if (row.length) end();
  return rows;
}

/** A reader of the records behind the header of a CSV file. */
function csvReader(table, header, summary, take) {
  const keys = table.KeySchema.map(key => key.AttributeName);
  let titles;
  try { titles = cells(header.text)[0]?.row ?? []; } catch (e) { throw new Unreadable(e.message); }
  const columns = titles.map(title => {
    const [, name, type] = /^(.*):([A-Z]+)$/s.exec(title ?? '') ?? [];
    if (TYPES.includes(type) || type === 'JSON') return { name, type };
    return { name: title, type: keys.includes(title) ? typeOfAttribute(table, title) : 'S' };
  });
  return async ({ text, line }) => {
    const at = 'line ' + line;
    let item;
    try {
      const [found] = cells(text);
      if (!found) return;
      const { row } = found;
      if (row.length > columns.length) throw new Error(`has ${row.length} cells, but the header has ${columns.length}`);
      const members = row.map((cell, column) => {
        const { name, type } = columns[column];
        return cell === null || !name ? null : [name, type === 'JSON' ? value(name, cell) : inColumn(name, () => parse(type, cell))];
      });
      item = Object.fromEntries(members.filter(member => member));
    } catch (e) {
      summary.fail(at, e.message.replace(/^line \d+: /, ''));
      return;
    }
    await take(summary, at, item);
  };
}

function inColumn(name, run) {
  try { return run(); } catch (e) { throw new Error(`${name}: ${e.message}`); }
}

function value(name, cell) {
  const found = inColumn(name, () => JSON.parse(cell));
  const wrong = problem(found, name);
  if (wrong) throw new Error(wrong);
  return found;
}
