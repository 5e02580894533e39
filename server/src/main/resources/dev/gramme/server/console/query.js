// From the members of the address to requests of Query and Scan, and their pages.

import { call, capacity } from '/console/api.js';
import { keysOf, typeOfAttribute } from '/console/tables.js';
import { canonical, parse } from '/console/values.js';

/** One page reads no more than this many pages of the server, for example if a filter drops nearly all items. */
const MAX_REQUESTS = 40;
export const PAGE_SIZES = ['25', '100', '500', '2000', '10000'];
export const DEFAULT_PAGE_SIZE = '100';

export const SORT_OPERATORS = [['=', '='], ['<', '<'], ['<=', '≤'], ['>', '>'], ['>=', '≥'], ['between', 'between'], ['begins_with', 'begins with']];
export const FILTER_OPERATORS = [['=', '='], ['<>', '≠'], ['<', '<'], ['<=', '≤'], ['>', '>'], ['>=', '≥'], ['between', 'between'], ['in', 'is one of (comma)'], ['in_lines', 'is one of (a line each)'],
  ['begins_with', 'begins with'], ['contains', 'contains'], ['not_contains', 'does not contain'], ['exists', 'exists'], ['not_exists', 'does not exist'],
  ['type', 'has the type'], ['size', 'has a size of at least'], ['size_below', 'has a size below'], ['size_equal', 'has the size']];
const SIZES = { size: '>=', size_below: '<', size_equal: '=' };
export const takesNoValue = operator => operator === 'exists' || operator === 'not_exists';
export const takesNoType = operator => takesNoValue(operator) || operator === 'type' || operator in SIZES;

/** The indexes that a query can use: the table itself first, with an empty name. */
export function sources(table) {
  const index = kind => each => ({ name: each.IndexName, schema: each.KeySchema, kind, projection: each.Projection });
  return [{ name: '', schema: table.KeySchema, kind: 'table', projection: { ProjectionType: 'ALL' } },
    ...(table.GlobalSecondaryIndexes ?? []).map(index('global')), ...(table.LocalSecondaryIndexes ?? []).map(index('local'))];
}

export const sourceOf = (table, name) => sources(table).find(source => source.name === (name ?? '')) ?? sources(table)[0];

/** The members of the address with the values of the partition key and the sort key. */
export const pkNames = schema => keysOf(schema, 'HASH').map((name, at) => ({ name, member: 'pk' + (at || '') }));
export const skNames = schema => keysOf(schema, 'RANGE').map((name, at) => ({ name, member: 'sk' + (at || '') }));

/** Collects the names and values of an expression. */
export class Placeholders {
  constructor() { this.names = {}; this.values = {}; }

  path(text) {
    const literal = /^"(.*)"$/.exec(text);
    if (literal) return this.name(literal[1]);
    return text.split('.').map(step => {
      const [, name, indexes] = /^(.*?)((?:\[\d+\])*)$/.exec(step);
      if (!name) throw new Error(`"${text}" is not a path of attributes.`);
      return this.name(name) + indexes;
    }).join('.');
  }

  name(name) {
    const known = Object.keys(this.names).find(each => this.names[each] === name);
    if (known) return known;
    const placeholder = '#n' + Object.keys(this.names).length;
    this.names[placeholder] = name;
    return placeholder;
  }

  value(value) {
    const placeholder = ':v' + Object.keys(this.values).length;
    this.values[placeholder] = value;
    return placeholder;
  }

  typed(type, text, label) {
    try {
      return this.value(parse(type, text ?? ''));
    } catch (e) {
      throw new Error(`${label}: ${e.message}`);
    }
  }
}

function comparison(path, operator, first, second) {
  switch (operator) {
    case 'between': return `${path} BETWEEN ${first()} AND ${second()}`;
    case 'begins_with': return `begins_with(${path}, ${first()})`;
    case 'contains': return `contains(${path}, ${first()})`;
    case 'not_contains': return `NOT contains(${path}, ${first()})`;
    default: return `${path} ${operator} ${first()}`;
  }
}

function filterText(filter, use) {
  const label = `Filter on ${filter.n}`;
  const path = use.path(filter.n);
  const type = filter.t ?? 'S';
  switch (filter.o) {
    case 'exists': return `attribute_exists(${path})`;
    case 'not_exists': return `attribute_not_exists(${path})`;
    case 'type': return `attribute_type(${path}, ${use.value({ S: (filter.v ?? '').trim().toUpperCase() })})`;
    case 'size': case 'size_below': case 'size_equal': return `size(${path}) ${SIZES[filter.o]} ${use.typed('N', filter.v, label)}`;
    case 'in': return `${path} IN (${(filter.v ?? '').split(',').map(each => use.typed(type, each.trim(), label)).join(', ')})`;
    case 'in_lines': return `${path} IN (${(filter.v ?? '').replace(/\n$/, '').split('\n').map(each => use.typed(type, each, label)).join(', ')})`;
    default: return comparison(path, filter.o, () => use.typed(type, filter.v, label), () => use.typed(type, filter.w, label));
  }
}

/** The ways in which the conditions of a group are combined. */
export const GROUPS = [['all', 'all of these must hold'], ['any', 'any of these must hold'], ['none', 'none of these may hold'], ['not_all', 'not all of these may hold']];

/** How deep groups can be within groups. */
export const MAX_GROUP_DEPTH = 4;

/** Whether a filter is a group of filters: its members are g, the way in which they are combined, and f, the filters. */
export const isGroup = filter => Array.isArray(filter.f);

const isFilter = (filter, depth) => !!filter && typeof filter === 'object' && (Array.isArray(filter.f)
  ? depth > 0 && GROUPS.some(([way]) => way === filter.g) && filter.f.every(each => isFilter(each, depth - 1))
  : Object.values(filter).every(member => typeof member === 'string'));

/** The filters of an address; those that this console cannot read are left out. */
export const filtersOf = params => {
  try {
    const filters = JSON.parse(params.f ?? '[]');
    return Array.isArray(filters) ? filters.filter(filter => isFilter(filter, MAX_GROUP_DEPTH)) : [];
  } catch (e) {
    return [];
  }
};

/** The number of conditions in filters, with those in groups. A filter without a name is not complete and counts as none. */
const conditionsIn = filters => filters.reduce((total, filter) => total + (isGroup(filter) ? conditionsIn(filter.f) : filter.n ? 1 : 0), 0);

/**
 * The expression of filters. Those without a name, and groups without conditions, are left out. The service refuses redundant parentheses.
 *
 * @return text: the expression; isOne: whether it needs no parentheses beside others
 */
function combined(way, filters, use) {
  const parts = filters.filter(filter => conditionsIn([filter])).map(filter => isGroup(filter) ? combined(filter.g, filter.f, use) : { text: filterText(filter, use), isOne: true });
  const all = parts.length === 1 ? parts[0]
    : { text: parts.map(({ text, isOne }) => isOne ? text : `(${text})`).join(way === 'any' || way === 'none' ? ' OR ' : ' AND '), isOne: false };
  return way === 'none' || way === 'not_all' ? { text: `NOT (${all.text})`, isOne: true } : all;
}

/** The request for the members of an address; throws an Error if a value is wrong. */
export function requestOf(table, params) {
  const source = sourceOf(table, params.index);
  const use = new Placeholders();
  const input = { TableName: table.TableName };
  if (source.name) input.IndexName = source.name;
  const isQuery = params.mode === 'query';
  if (isQuery) {
    const conditions = pkNames(source.schema).map(({ name, member }) =>
      `${use.name(name)} = ${use.typed(typeOfAttribute(table, name), params[member], name)}`);
    const given = skNames(source.schema).filter(({ member }) => params[member] !== undefined && params[member] !== '');
    given.forEach(({ name, member }, at) => {
      const type = typeOfAttribute(table, name);
      const operator = at === given.length - 1 ? params.op ?? '=' : '=';
      conditions.push(comparison(use.name(name), operator, () => use.typed(type, params[member], name), () => use.typed(type, params.to, name)));
    });
    input.KeyConditionExpression = conditions.join(' AND ');
    if (params.desc) input.ScanIndexForward = false;
  }
  const filters = filtersOf(params);
  if (conditionsIn(filters)) input.FilterExpression = combined(params.any ? 'any' : 'all', filters, use).text;
  if (params.strong) input.ConsistentRead = true;
  if (Object.keys(use.names).length) input.ExpressionAttributeNames = use.names;
  if (Object.keys(use.values).length) input.ExpressionAttributeValues = use.values;
  return { operation: isQuery ? 'Query' : 'Scan', input };
}

/** What a query asks, in a short text for the history. */
export function titleOf(table, params) {
  const source = sourceOf(table, params.index);
  const of = table.TableName + (source.name ? '.' + source.name : '');
  const filters = conditionsIn(filtersOf(params));
  const rest = filters ? ` · ${filters} filter${filters > 1 ? 's' : ''}` : '';
  if (params.mode !== 'query') return `Scan ${of}${rest}`;
  const keys = pkNames(source.schema).map(({ name, member }) => `${name} = ${params[member] ?? ''}`);
  skNames(source.schema).forEach(({ name, member }) => {
    if (params[member]) keys.push(`${name} ${params.op ?? '='} ${params[member]}${params.op === 'between' ? ' and ' + (params.to ?? '') : ''}`);
  });
  return `Query ${of} · ${keys.join(', ')}${rest}`;
}

/**
 * Reads one page: as many items as the address says. The server returns at most 1 MB for a request, so a page may need several.
 */
export async function readPage(table, params, signal, onProgress) {
  const { operation, input } = requestOf(table, params);
  const most = Number(params.limit ?? DEFAULT_PAGE_SIZE);
  const page = { operation, input, items: [], scanned: 0, reads: 0, writes: 0, requests: 0, next: params.from ? JSON.parse(params.from) : undefined };
  const start = performance.now();
  do {
    const answer = await call(operation, {
      ...input,
      // The limit counts items before the filter, so that a small one would need many requests.
      ...(input.FilterExpression ? {} : { Limit: most - page.items.length }),
      ...(page.next ? { ExclusiveStartKey: page.next } : {}),
    }, { signal });
    page.items.push(...answer.Items);
    page.scanned += answer.ScannedCount;
    page.reads += capacity(operation, answer).reads;
    page.requests++;
    page.next = answer.LastEvaluatedKey;
    onProgress?.(page);
  } while (page.next && page.items.length < most && page.requests < MAX_REQUESTS);
  page.millis = performance.now() - start;
  page.touched = { TableName: table.TableName, IndexName: input.IndexName, ...(operation === 'Query' ? { From: partitionOf(table, params), To: partitionOf(table, params) }
    : { From: params.from && JSON.parse(params.from), To: page.next }) };
  page.codeInput = { ...input, ...(input.FilterExpression ? {} : { Limit: most }), ...(params.from ? { ExclusiveStartKey: JSON.parse(params.from) } : {}) };
  return page;
}

/** The partition key of a query. */
const partitionOf = (table, params) => Object.fromEntries(pkNames(sourceOf(table, params.index).schema).map(({ name, member }) => [name, parse(typeOfAttribute(table, name), params[member])]));

/** The items of all pages from the first one, a list for each answer of the server. */
export async function* allPages(table, { from, limit, ...params }, signal) {
  const { operation, input } = requestOf(table, params);
  let next;
  do {
    const answer = await call(operation, { ...input, ...(next ? { ExclusiveStartKey: next } : {}) }, { signal });
    yield { items: answer.Items, reads: capacity(operation, answer).reads };
    next = answer.LastEvaluatedKey;
  } while (next);
}

/** Counts all items that match, page by page. The service charges a count as the read of the same items. */
export async function countAll(table, { from, limit, ...params }, signal, onProgress) {
  const { operation, input } = requestOf(table, params);
  const result = { count: 0, scanned: 0, reads: 0, over: false };
  let next;
  do {
    const answer = await call(operation, { ...input, Select: 'COUNT', ...(next ? { ExclusiveStartKey: next } : {}) }, { signal });
    result.count += answer.Count;
    result.scanned += answer.ScannedCount;
    result.reads += capacity(operation, answer).reads;
    next = answer.LastEvaluatedKey;
    onProgress({ ...result, over: !next });
  } while (next);
}

/** How the service executes a request: the partitions that it reads, and how much of what it reads it returns. */
export function planOf(table, params, page) {
  const source = sourceOf(table, params.index);
  const of = source.name ? `the ${source.kind} index ${source.name}` : 'the table';
  const where = params.mode === 'query' ? `Reads one range of one partition key of ${of}` : `Reads all partitions of ${of} in the order of the hash`;
  const share = page.scanned ? page.items.length / page.scanned : 1;
  const returned = page.scanned > page.items.length ? `; returns ${page.items.length.toLocaleString('en')} of ${page.scanned.toLocaleString('en')} items that it reads and charges` : '';
  const advice = share < 0.5 ? ' A condition on the key of an index would not read the others.'
    : params.mode !== 'query' && page.next ? ' A query of a key reads less.' : '';
  const fetches = source.kind === 'global' && source.projection.ProjectionType !== 'ALL' ? ` The index does not have all attributes; an opened item is read from the table.` : '';
  return `${where}${returned}, in ${page.requests} request${page.requests === 1 ? '' : 's'}.${advice}${fetches}`;
}

/** The primary key of an item. */
export const keyOf = (table, item) => Object.fromEntries(table.KeySchema.map(({ AttributeName: name }) => [name, item[name]]));
/** A text that is the same for equal keys, such as those with the numbers 1 and 1.0. */
export const keyTextOf = (table, item) => table.KeySchema.map(({ AttributeName: name }) => item[name] ? canonical(item[name]) : '').join(' ');
