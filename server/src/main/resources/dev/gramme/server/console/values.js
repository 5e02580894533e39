// Attribute values in DynamoDB's JSON, such as {"N": "1.50"}. Numbers stay texts everywhere, so that no digit is lost.

export const TYPES = ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M'];
export const TYPE_NAMES = {
  S: 'String', N: 'Number', B: 'Binary', BOOL: 'Boolean', NULL: 'Null',
  SS: 'String set', NS: 'Number set', BS: 'Binary set', L: 'List', M: 'Map',
};
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MAX_DIGITS = 38;
const MAX_DEPTH = 32;

export const typeOf = value => Object.keys(value)[0];

/** The text of an attribute value in one line. */
export function show(value) {
  return value ? text(value, Infinity) : '';
}

/** The beginning of that text, without making the rest of it. */
export function showShort(value, most) {
  if (!value) return '';
  const whole = text(value, most + 1);
  return whole.length > most ? cut(whole, most) + '…' : whole;
}

/** The first characters of a text, without half of a pair of surrogates at the end. */
const cut = (whole, most) => whole.slice(0, /[\ud800-\udbff]/.test(whole[most - 1]) ? most - 1 : most);

/** The text of a value; at least its first characters, up to a number. */
function text(value, most) {
  const type = typeOf(value);
  const inner = value[type];
  const joined = (open, parts, close) => {
    let all = open;
    for (const part of parts) {
      if (all.length > most) return all;
      all += (all === open ? '' : ', ') + part();
    }
    return all + close;
  };
  switch (type) {
    case 'S': case 'N': case 'B': return most === Infinity ? inner : inner.slice(0, most);
    case 'BOOL': return String(inner);
    case 'NULL': return 'null';
    case 'SS': case 'NS': case 'BS': return joined('{', inner.map(each => () => each), '}');
    case 'L': return joined('[', inner.map(each => () => text(each, most)), ']');
    default: return joined('{', Object.entries(inner).map(([name, each]) => () => name + ': ' + text(each, most)), '}');
  }
}

/** The order of two values of a column: numbers by value, others by text; missing ones are last. */
export function compare(a, b) {
  if (!a || !b) return a ? -1 : b ? 1 : 0;
  if (a.N !== undefined && b.N !== undefined) return compareNumbers(a.N, b.N);
  const [one, other] = [showShort(a, 1000), showShort(b, 1000)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Numbers of up to 38 digits, which a number of JavaScript does not distinguish. */
function compareNumbers(a, b) {
  const difference = Number(a) - Number(b);
  if (difference !== 0 || a === b) return Math.sign(difference);
  const [one, other] = [a, b].map(integerOf);
  const scale = Math.min(one.exponent, other.exponent);
  const [x, y] = [one, other].map(each => each.digits * 10n ** BigInt(each.exponent - scale));
  return x < y ? -1 : x > y ? 1 : 0;
}

function integerOf(number) {
  const [, sign, whole, fraction = '', exponent = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(number);
  return { digits: BigInt((sign === '-' ? '-' : '') + (whole + fraction || '0')), exponent: Number(exponent) - fraction.length };
}

const utf8 = new TextEncoder();
const bytes = text => utf8.encode(text).length;
const binaryBytes = base64 => Math.floor(base64.length * 3 / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

function numberBytes(text) {
  const digits = text.replace(/[eE].*$/, '').replace(/[-+.]/g, '').replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

/** The bytes of a value by the service's rules; those of numbers are an estimate. */
export function sizeOf(value) {
  const type = typeOf(value);
  const inner = value[type];
  const sum = (list, size) => list.reduce((total, each) => total + size(each), 0);
  switch (type) {
    case 'S': return bytes(inner);
    case 'N': return numberBytes(inner);
    case 'B': return binaryBytes(inner);
    case 'BOOL': case 'NULL': return 1;
    case 'SS': return sum(inner, bytes);
    case 'NS': return sum(inner, numberBytes);
    case 'BS': return sum(inner, binaryBytes);
    case 'L': return 3 + sum(inner, each => 1 + sizeOf(each));
    default: return 3 + sum(Object.entries(inner), ([name, each]) => 1 + bytes(name) + sizeOf(each));
  }
}

export const itemSize = item =>
  Object.entries(item).reduce((total, [name, value]) => total + bytes(name) + sizeOf(value), 0);

/** The write units of an item of this size in one table, without indexes. */
/** The first of some elements: at most a number of them, and at most a number of bytes unless the first one has more. */
export function firstFitting(all, sizeOf, most, maxBytes) {
  let bytes = 0;
  const end = all.findIndex((each, at) => at === most || (bytes += sizeOf(each)) > maxBytes && at > 0);
  return end < 0 ? all : all.slice(0, end);
}

export const writeUnits = size => Math.max(1, Math.ceil(size / 1024));

/** A text that is the same for equal values: names and members of sets are sorted. */
export function canonical(value) {
  const type = typeOf(value);
  const inner = value[type];
  switch (type) {
    case 'N': return 'N' + plainNumber(inner);
    case 'SS': case 'BS': return type + JSON.stringify([...inner].sort());
    case 'NS': return 'NS' + JSON.stringify(inner.map(plainNumber).sort());
    case 'L': return 'L[' + inner.map(canonical).join(',') + ']';
    case 'M': return 'M{' + Object.keys(inner).sort().map(name => JSON.stringify(name) + canonical(inner[name])).join(',') + '}';
    default: return type + JSON.stringify(inner);
  }
}

/** A number as sign, digits and exponent, so that 1.50 and 15e-1 are the same. */
function plainNumber(text) {
  const [, sign, whole, , fraction = '', exponent = '0'] = /^([+-]?)(\d*)(\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (!digits) return '0';
  return (sign === '-' ? '-' : '') + digits + 'e' + (Number(exponent) - fraction.length + all.length - digits.length);
}

export const sameValue = (a, b) => a === b || (!!a && !!b && canonical(a) === canonical(b));

/** The names of the attributes that differ between two items. */
export const differences = (a, b) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(name => !sameValue(a[name], b[name]));

/** An item with the changes that lead from one version of it to another. */
export function withChanges(item, from, to) {
  const result = { ...item };
  for (const name of differences(from, to)) { if (name in to) result[name] = to[name]; else delete result[name]; }
  return result;
}

/** What is wrong with a value in DynamoDB's JSON, null if nothing. */
export function problem(value, path = '', depth = 0) {
  const at = path ? path + ': ' : '';
  if (depth > MAX_DEPTH) return `${at}values are nested more than ${MAX_DEPTH} levels`;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return `${at}must be an object such as {"S": "text"}`;
  const types = Object.keys(value);
  if (types.length !== 1 || !TYPES.includes(types[0])) return `${at}must have exactly one type of ${TYPES.join(', ')}`;
  const [type] = types;
  const inner = value[type];
  const each = (list, check) => list.map(check).find(found => found) ?? null;
  switch (type) {
    case 'S': return typeof inner === 'string' ? null : `${at}S must be a text in quotes`;
    case 'N': return numberProblem(inner, at);
    case 'B': return binaryProblem(inner, at);
    case 'BOOL': return typeof inner === 'boolean' ? null : `${at}BOOL must be true or false`;
    case 'NULL': return inner === true ? null : `${at}NULL must be true`;
    case 'L': return Array.isArray(inner) ? each(inner, (one, i) => problem(one, `${path}[${i}]`, depth + 1)) : `${at}L must be a list`;
    case 'M':
      return inner && typeof inner === 'object' && !Array.isArray(inner)
        ? each(Object.entries(inner), ([name, one]) => problem(one, path ? path + '.' + name : name, depth + 1))
        : `${at}M must be an object`;
    default: {
      if (!Array.isArray(inner) || inner.length === 0) return `${at}a set must have at least one member`;
      const check = type === 'NS' ? numberProblem : type === 'BS' ? binaryProblem : one => typeof one === 'string' ? null : `${at}SS must have texts`;
      const wrong = each(inner, one => check(one, at));
      const keys = type === 'NS' ? inner.map(plainNumber) : inner;
      return wrong ?? (new Set(keys).size < inner.length ? `${at}a set must not contain a member twice` : null);
    }
  }
}

function numberProblem(text, at) {
  if (typeof text !== 'string') return `${at}N must be a number in quotes`;
  if (!NUMBER.test(text)) return `${at}"${text}" is not a number`;
  const digits = plainNumber(text).replace(/^-|e.*$/g, '');
  return digits.length > MAX_DIGITS ? `${at}a number has at most ${MAX_DIGITS} digits; this one has ${digits.length}` : null;
}

const binaryProblem = (text, at) => typeof text === 'string' && BASE64.test(text) ? null : `${at}binary must be written as Base64`;

/** What is wrong with an item, null if nothing. */
export function itemProblem(item) {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return 'An item must be an object.';
  return Object.entries(item).map(([name, value]) => problem(value, name)).find(found => found) ?? null;
}

/** The value that a text means for a type, or as plain JSON for the type JSON; throws an Error with the reason if it means none. */
export function parse(type, text) {
  if (type === 'JSON') return fromPlain(text);
  const value = type === 'BOOL' ? { BOOL: text === 'true' } : type === 'NULL' ? { NULL: true } : { [type]: text };
  if (type === 'BOOL' && text !== 'true' && text !== 'false') throw new Error('must be true or false');
  const wrong = problem(value);
  if (wrong) throw new Error(wrong);
  return value;
}

/** An empty value of a type, for a form. */
export const emptyOf = type =>
  ({ S: { S: '' }, N: { N: '0' }, B: { B: '' }, BOOL: { BOOL: false }, NULL: { NULL: true }, SS: { SS: [''] }, NS: { NS: ['0'] },
     BS: { BS: [''] }, L: { L: [] }, M: { M: {} } })[type];

// Plain JSON. Sets and binary values have no form of their own there, so objects with one of these names mark them.
const MARKS = { B: '$binary', SS: '$stringSet', NS: '$numberSet', BS: '$binarySet', M: '$map' };

/** An item as plain JSON. Numbers keep all their digits. */
export const toPlain = item => plain({ M: item }, '');

function plainObject(members, indent) {
  const names = Object.keys(members);
  if (!names.length) return '{}';
  const inner = indent + '  ';
  return '{\n' + names.map(name => inner + JSON.stringify(name) + ': ' + plain(members[name], inner)).join(',\n') + '\n' + indent + '}';
}

function plain(value, indent) {
  const type = typeOf(value);
  const inner = value[type];
  const mark = content => `{ "${MARKS[type]}": ${content} }`;
  switch (type) {
    case 'S': case 'BOOL': return JSON.stringify(inner);
    case 'N': return jsonNumber(inner);
    case 'NULL': return 'null';
    case 'B': return mark(JSON.stringify(inner));
    case 'SS': case 'BS': return mark('[' + inner.map(each => JSON.stringify(each)).join(', ') + ']');
    case 'NS': return mark('[' + inner.map(jsonNumber).join(', ') + ']');
    case 'L': return inner.length ? '[\n' + inner.map(each => indent + '  ' + plain(each, indent + '  ')).join(',\n') + '\n' + indent + ']' : '[]';
    default: {
      const names = Object.keys(inner);
      const ambiguous = names.length === 1 && Object.values(MARKS).includes(names[0]);
      return ambiguous ? mark(plainObject(inner, indent)) : plainObject(inner, indent);
    }
  }
}

/** DynamoDB accepts some numbers that JSON does not, such as 007 and .5. */
const jsonNumber = text => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? text : plainNumber(text);

/** Reads an item, or a list of items, from plain JSON; numbers keep their text. */
export function fromPlain(text) {
  const read = new PlainReader(text);
  const value = read.value(0);
  read.end();
  return value;
}

class PlainReader {
  constructor(text) { this.text = text; this.at = 0; }

  fail(what) {
    const before = this.text.slice(0, this.at).split('\n');
    throw new Error(`line ${before.length}, column ${before.at(-1).length + 1}: ${what}`);
  }

  space() { while (/\s/.test(this.text[this.at] ?? '')) this.at++; }

  end() { this.space(); if (this.at < this.text.length) this.fail('nothing more was expected'); }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found?.[0];
  }

  is(symbol) {
    this.space();
    if (this.text[this.at] !== symbol) return false;
    this.at++;
    return true;
  }

  /** @param bare whether an object is never a mark */
  value(depth, bare = false) {
    if (depth > MAX_DEPTH + 2) this.fail('values are nested too deeply');
    this.space();
    const start = this.text[this.at];
    if (start === '{') return this.object(depth, bare);
    if (start === '[') return { L: this.list(() => this.value(depth + 1)) };
    if (start === '"') return { S: this.string() };
    const word = this.match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y);
    if (word === undefined) this.fail('a value was expected');
    return word === 'null' ? { NULL: true } : word === 'true' || word === 'false' ? { BOOL: word === 'true' } : { N: word };
  }

  string() {
    this.space();
    const word = this.match(/"(?:[^"\\]|\\.)*"/y);
    if (word === undefined) this.fail('a text in quotes was expected');
    try { return JSON.parse(word); } catch (e) { return this.fail('the text is not valid'); }
  }

  list(element) {
    const all = [];
    this.is('[') || this.fail('a list was expected');
    if (this.is(']')) return all;
    do all.push(element()); while (this.is(','));
    this.is(']') || this.fail('a comma or ] was expected');
    return all;
  }

  object(depth, bare) {
    const members = {};
    this.is('{');
    if (this.is('}')) return { M: members };
    do {
      const name = this.string();
      this.is(':') || this.fail('a colon was expected');
      const start = this.at;
      const first = Object.keys(members).length === 0;
      let value = first && !bare && name === MARKS.M ? this.value(depth + 1, true) : this.value(depth + 1);
      this.space();
      if (first && name === MARKS.M && this.text[this.at] === ',') {
        // Other members follow, so this is no mark.
        this.at = start;
        value = this.value(depth + 1);
      }
      Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    } while (this.is(','));
    this.is('}') || this.fail('a comma or } was expected');
    return (bare ? null : this.marked(members)) ?? { M: members };
  }

  marked(members) {
    const names = Object.keys(members);
    const type = names.length === 1 && Object.keys(MARKS).find(each => MARKS[each] === names[0]);
    if (!type) return null;
    const content = members[names[0]];
    const value = type === 'M' ? content.M ? content : this.fail('$map must be an object')
      : type === 'B' ? { B: content.S }
      : { [type]: content.L?.map(each => type === 'NS' ? each.N : each.S) };
    const wrong = problem(value);
    if (wrong) this.fail(`${names[0]}: ${wrong}`);
    return value;
  }
}
