// Items as texts of files: JSON in three forms, and CSV.

import { keyTextOf } from '/console/query.js';
import { typeOfAttribute } from '/console/tables.js';
import { TYPES, fromPlain, itemProblem, parse, problem, show, toPlain, typeOf } from '/console/values.js';

export const FORMATS = [['dynamodb', 'DynamoDB JSON'], ['lines', 'DynamoDB JSON, one item a line'], ['plain', 'JSON'], ['csv', 'CSV']];

/** The text of a file with these items. */
export function write(format, items) {
  switch (format) {
    case 'dynamodb': return JSON.stringify(items, null, 2) + '\n';
    case 'lines': return items.map(Item => JSON.stringify({ Item })).join('\n') + '\n';
    case 'plain': return '[\n' + items.map(toPlain).join(',\n') + '\n]\n';
    default: return csv(items);
  }
}

const quoted = text => /^[^",\r\n\s][^",\r\n]*$/.test(text) ? text : '"' + text.replaceAll('"', '""') + '"';

/** A column has a type behind a colon, such as price:N. A column with several types, or with nested values, has DynamoDB JSON. */
function csv(items) {
  const names = [...new Set(items.flatMap(item => Object.keys(item)))];
  const columns = names.map(name => {
    const types = new Set(items.filter(item => item[name]).map(item => typeOf(item[name])));
    const [type] = types;
    return { name, type: types.size === 1 && ['S', 'N', 'B', 'BOOL', 'NULL'].includes(type) ? type : 'JSON' };
  });
  const header = columns.map(({ name, type }) => quoted(name + ':' + type)).join(',');
  const rows = items.map(item => columns.map(({ name, type }) =>
    !item[name] ? '' : quoted(type === 'JSON' ? JSON.stringify(item[name]) : show(item[name]))).join(','));
  return [header, ...rows].join('\r\n') + '\r\n';
}

/** Reads the items of a text: { items, errors, format }. An error has the line or the number of its item. */
export function read(table, text) {
  const found = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(table, text);
  const items = [];
  const errors = [...found.errors];
  const keys = new Set();
  let duplicates = 0;
  for (const [at, item] of found.items) {
    const wrong = itemProblem(item) ?? keyProblem(table, item);
    if (wrong) { errors.push(`${at}: ${wrong}`); continue; }
    const key = keyTextOf(table, item);
    if (keys.has(key)) duplicates++;
    keys.add(key);
    items.push(item);
  }
  return { items, errors, duplicates, format: found.format };
}

function keyProblem(table, item) {
  for (const { AttributeName: name } of table.KeySchema) {
    if (!item[name]) return `the key attribute "${name}" is missing`;
    const type = typeOfAttribute(table, name);
    if (typeOf(item[name]) !== type) return `the key attribute "${name}" must have the type ${type}`;
  }
  return null;
}

/** A list of items, one item, or one item a line; each in DynamoDB JSON, bare or as {"Item": ...}, or in plain JSON. */
function readJson(text) {
  let whole;
  try { whole = JSON.parse(text); } catch (e) { whole = undefined; }
  if (whole !== undefined) return readValue(whole, text, at => 'item ' + (at + 1));
  const items = [];
  const errors = [];
  let format = 'DynamoDB JSON';
  text.split('\n').forEach((line, at) => {
    if (!line.trim()) return;
    try {
      const one = readValue(JSON.parse(line), line, () => 'line ' + (at + 1));
      items.push(...one.items);
      format = one.format;
    } catch (e) {
      errors.push(`line ${at + 1}: ${e.message}`);
    }
  });
  return { items, errors, format };
}

function readValue(value, text, label) {
  const all = (Array.isArray(value) ? value : [value]).map(one => one?.Item && Object.keys(one).length === 1 ? one.Item : one);
  if (all.every(item => itemProblem(item) === null)) return { items: all.map((item, at) => [label(at), item]), errors: [], format: 'DynamoDB JSON' };
  const plain = fromPlain(text);
  const items = (plain.L ?? [plain]).map((one, at) => [label(at), one.M ?? null]);
  return { items, errors: [], format: 'JSON' };
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

function readCsv(table, text) {
  const [header, ...rows] = cells(text.replace(/^\uFEFF/, ''));
  if (!header) return { items: [], errors: ['The file is empty.'], format: 'CSV' };
  const keys = table.KeySchema.map(key => key.AttributeName);
  const columns = header.row.map(title => {
    const [, name, type] = /^(.*):([A-Z]+)$/s.exec(title ?? '') ?? [];
    if (TYPES.includes(type) || type === 'JSON') return { name, type };
    return { name: title, type: keys.includes(title) ? typeOfAttribute(table, title) : 'S' };
  });
  const items = [];
  const errors = [];
  for (const { line, row } of rows) {
    try {
      if (row.length > columns.length) throw new Error(`has ${row.length} cells, but the header has ${columns.length}`);
      const members = row.map((cell, at) => {
        const { name, type } = columns[at];
        return cell === null || !name ? null : [name, type === 'JSON' ? value(name, cell) : inColumn(name, () => parse(type, cell))];
      });
      items.push(['line ' + line, Object.fromEntries(members.filter(member => member))]);
    } catch (e) {
      errors.push(`line ${line}: ${e.message}`);
    }
  }
  return { items, errors, format: 'CSV' };
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
