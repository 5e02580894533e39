// The Java of a request with the toolkit: a call of the loaded model's access pattern, or a record and an interface made from the shown items.

import { currentRegion, endpoint } from '/console/api.js';
import { sourceOf } from '/console/query.js';
import { keysOf, typeOfAttribute } from '/console/tables.js';
import { modelTableFor, tableOfServer } from '/console/model.js';
import { design } from '/console/store.js';
import { usualType } from '/console/drawings.js';
import { SCALARS, capital, componentName, expression, identifier, importsOf, isMethodName, javaType, literal, quoted, simple } from '/console/java.js';
import { recordsOf } from '/console/records.js';
import { show, typeOf } from '/console/values.js';
import { modelWrite } from '/console/toolkitwrites.js';
import { changesOf } from '/console/writes.js';

/** The conditions of a key expression of the console's own form, with the values; an operator is =, <, <=, >, >=, between or begins_with. */
function conditions(input) {
  return input.KeyConditionExpression.split(/ AND (?!:)/).map(part => {
    const value = name => input.ExpressionAttributeValues[name];
    const begins = /^begins_with\((#\w+), (:\w+)\)$/.exec(part);
    const between = /^(#\w+) BETWEEN (:\w+) AND (:\w+)$/.exec(part);
    const [, name, op, one] = begins ? [null, begins[1], 'begins_with', begins[2]] : between ? [null, between[1], 'between', between[2]] : /^(#\w+) (=|<=|>=|<|>) (:\w+)$/.exec(part);
    return { name: input.ExpressionAttributeNames[name], op, value: value(one), ...(between ? { to: value(between[3]) } : {}) };
  });
}

/** The code, or a comment that says why there is none. */
export function toolkitCode(operation, input, { table, items = [], type }) {
  if (operation === 'CreateTable') return creation(input);
  if (!table || !METHODS[operation]) return `// The toolkit has no code for this ${operation}.`;
  const modelled = modelTableFor(design(), table.TableName);
  const named = modelled && (operation in WRITES ? modelWrite(operation, input, modelled, table, items) : calls(operation, input, modelled, table));
  return named || declared(operation, input, { table, items, type });
}

/** The annotations of methods by operation. The console creates items and never replaces one. */
const READS = { Query: 'Query', Scan: 'Scan', GetItem: 'Get' };
const WRITES = { PutItem: 'Create', UpdateItem: 'Update', DeleteItem: 'Delete' };
const METHODS = { ...READS, ...WRITES };

const client = indent => `DynamoDbClient.builder()${endpoint() ? `
${indent}    .endpointOverride(URI.create(${quoted(endpoint())}))` : ''}
${indent}    .region(Region.of(${quoted(currentRegion())}))
${indent}    .build()`;

/** A program with some lines that use the client "dynamo". */
const program = lines => `class Example {
  public static void main(String[] args) {
    try (var dynamo = ${client('    ')}) {
${lines.map(line => '      ' + line).join('\n')}
    }
  }
}`;

/** The records of a table, and their creation of the table. */
function creation(input) {
  const modelled = modelTableFor(design(), input.TableName);
  if (modelled) {
    return `// The table of the loaded model. The toolkit generates its class from the interface of the table "${modelled.name}": the name of the
// interface and Table, such as ShopQueriesTable.
var dynamo = ${client('')};
Table.of(dynamo, ShopQueriesTable.schema()).named(${quoted(input.TableName)}).createIfAbsent();`;
  }
  const { source, schema } = recordsOf(tableOfServer(input), [program([])]);
  return `// createIfAbsent() makes a table on demand. TableCreation.request(${schema}.schema(), name) is a request to which throughput and a stream can be added.
${source}

${program([`${schema}.of(dynamo).table().createIfAbsent();`])}`;
}

/**
 * A call of the access pattern of the loaded model that reads this range; undefined if there is none. Access patterns whose names are no names of
 * methods are not of the toolkit.
 */
function calls(operation, input, modelled, table) {
  const shape = { Query: 'QUERY', Scan: 'SCAN', GetItem: 'GET' }[operation];
  const given = operation === 'Query' ? conditions(input) : operation === 'GetItem' ? Object.entries(input.Key).map(([name, value]) => ({ name, op: '=', value })) : [];
  for (const pattern of modelled.patterns.filter(each => isMethodName(each.name) && each.shape === shape && (each.index ?? undefined) === input.IndexName)) {
    const values = new Map();
    const texts = (pattern.key ?? '').split(/ AND (?=[^ ]+ (?:=|<|>|BETWEEN)|begins_with\()/).filter(text => text);
    const fits = texts.length === given.length && texts.every(text => {
      const [, begins, name, template] = /^(begins_with\()?([^ ,]+)(?: = |, )(.*?)\)?$/s.exec(text) ?? [];
      const condition = given.find(each => each.name === name);
      if (!condition || condition.value === undefined || (begins ? 'begins_with' : '=') !== condition.op) return false;
      const names = [...template.matchAll(/\{([^{}:]+)[^{}]*\}/g)].map(([, each]) => each);
      const match = new RegExp('^' + template.split(/\{[^{}]*\}/).map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.*?)') + '$', 's').exec(show(condition.value));
      names.forEach((each, at) => values.set(each, match?.[at + 1]));
      return !!match;
    });
    if (!fits) continue;
    const component = name => modelled.entities.flatMap(entity => entity.attributes).find(each => each.name === name);
    const argument = ([name, text]) => {
      const java = simple(component(name)?.javaType ?? 'String').replace(/^Optional<(.*)>$/, '$1');
      const number = /^(?:int|Integer|short|byte|long|Long|Big\w+|Duration)$/.test(java);
      return expression(java, { [number ? 'N' : 'S']: text }) ?? (/^\w+$/.test(java) ? `${java}.${text}` : quoted(text));
    };
    return `// The access pattern "${pattern.name}" of the loaded model. The toolkit generates its class from the interface of the
// table "${modelled.name}": the name of the interface and Table, such as ShopQueriesTable.
var patterns = ShopQueriesTable.of(Table.of(dynamo, ShopQueriesTable.schema()).named(${quoted(table.TableName)}));
var answer = patterns.${pattern.name}(${[...values].map(argument).join(', ')});`;
  }
  return undefined;
}

/** A record, an interface and a call that read the most frequent kind of the shown items, or write the first item. */
function declared(operation, input, { table, items, type }) {
  const notes = [];
  const typeAttribute = type || usualType(items);
  const counts = new Map();
  for (const item of items) {
    const kind = typeAttribute ? item[typeAttribute]?.S : undefined;
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const [kind] = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const sample = kind === undefined ? items : items.filter(item => item[typeAttribute]?.S === kind);
  if (kind === undefined) notes.push('These items have no attribute with their kind. The toolkit writes the name of the kind into the type attribute, here TYPE, and reads only such items.');
  if (counts.size > 1) notes.push(`The most frequent of ${counts.size} kinds. A sealed interface and @Collection read several.`);
  const taken = new Set();
  const entity = identifier(kind ?? 'Item', taken, capital);
  const source = sourceOf(table, input.IndexName);
  const keys = new Map();
  const names = new Set();
  const component = name => {
    if (!keys.has(name)) keys.set(name, identifier(name, names, componentName));
    return keys.get(name);
  };
  const all = schema => [...keysOf(schema, 'HASH'), ...keysOf(schema, 'RANGE')];
  const keyNames = [...new Set([...all(table.KeySchema), ...all(source.schema)])];
  const components = keyNames.map(name => ({ name, java: SCALARS[typeOfAttribute(table, name)], key: true }));
  for (const name of new Set(sample.flatMap(item => Object.keys(item)))) {
    if (keyNames.includes(name) || name === typeAttribute) continue;
    const types = new Set(sample.filter(item => item[name]).map(item => javaType(item[name])));
    const [java] = types;
    if (types.size !== 1 || java === null) notes.push(`The attribute ${quoted(name)} needs a record or a converter of your own and is left out.`);
    else components.push({ name, java });
  }
  const filter = filterOf(input, components, component);
  if (input.FilterExpression && !filter) notes.push('The filter is left out: it uses paths or attributes that the record does not have.');
  const text = ({ name, java, key }) => {
    const id = component(name);
    return `${id === name ? '' : `@Attribute(${quoted(name)}) `}${key || java.startsWith('Set<') ? java : `Optional<${java}>`} ${id}`;
  };
  const template = name => quoted(`{${component(name)}}`);
  const several = list => list.length === 1 ? list[0] : `{${list.join(', ')}}`;
  const annotations = [entityAnnotation(table, kind, entity, template), ...(input.IndexName ? [indexAnnotation(source, template, several, components, component)] : [])];
  const key = input.Key ? keyNames.slice(0, table.KeySchema.length)
    .map(name => ({ parameter: `${SCALARS[typeOfAttribute(table, name)]} ${component(name)}`, argument: literal(input.Key[name]) })) : [];
  const range = { Query: () => parameters(input, table, component), Scan: () => [], PutItem: () => created(entity, components, input.Item),
    UpdateItem: () => [...key, ...changed(input, components, component, typeAttribute, notes)] }[operation]?.() ?? key;
  const given = [...range, ...(filter?.parameters ?? [])];
  if (operation === 'UpdateItem' && range.length === key.length) return [...notes, 'The toolkit has no code for this UpdateItem: no other attribute changes.'].map(note => '// ' + note).join('\n');
  const options = operation in WRITES ? operation === 'PutItem' ? [] : [`${entity}.class`] : [
    ...(input.IndexName ? [`index = ${quoted(input.IndexName)}`] : []), ...(filter ? [`filter = ${quoted(filter.text)}`] : []),
    ...(input.ScanIndexForward === false ? ['descending = true'] : []), ...(input.Limit ? [`limit = ${input.Limit}`] : []), ...(input.ConsistentRead ? ['consistent = true'] : []),
  ];
  const result = operation in WRITES ? 'void' : operation === 'GetItem' ? `Optional<${entity}>` : `List<${entity}>`;
  const method = operation in WRITES ? 'write' : 'read';
  if (input.ConditionExpression && operation !== 'PutItem') notes.push('The condition that the item is still as it was read is left out. A component with @Version has the same effect.');
  const patterns = identifier(table.TableName, taken, name => capital(name).replace(/Value$/, '')) + 'Queries';
  const [pk, sk] = [keysOf(table.KeySchema, 'HASH'), keysOf(table.KeySchema, 'RANGE')];
  const indexKeys = input.IndexName ? [`indexes = @IndexKeys(name = ${quoted(input.IndexName)}${source.kind === 'global' ? `, pk = ${several(keysOf(source.schema, 'HASH').map(quoted))}` : ''}${keysOf(source.schema, 'RANGE').length
    ? `, sk = ${several(keysOf(source.schema, 'RANGE').map(quoted))}` : ''})`] : [];
  const call = `${patterns}Table.of(dynamo).${method}(${given.map(({ argument }) => argument).join(', ')})`;
  const code = `${annotations.join('\n')}
record ${entity}(
    ${components.map(text).join(',\n    ')}) {}

@AccessPatterns(${[`table = ${quoted(table.TableName)}`, `pk = ${quoted(pk[0])}`, ...(sk.length ? [`sk = ${quoted(sk[0])}`] : []), ...(kind === undefined ? [] : [`type = ${quoted(typeAttribute)}`]), ...indexKeys].join(', ')})
interface ${patterns} {
  @${METHODS[operation]}${options.length ? `(${options.join(', ')})` : ''}
  ${result} ${method}(${given.map(({ parameter }) => parameter).join(', ')});
}

${program(operation in WRITES ? [call + ';'] : [`var answer = ${call};`, 'System.out.println(answer);'])}`;
  return `${notes.map(note => `// ${note}\n`).join('')}${importsOf(code)}

${code}`;
}

/** The parameter of a method that creates an item: a record, with the values of the item. */
function created(entity, components, item) {
  const value = ({ name, java, key }) => {
    const text = item[name] && literal(item[name]);
    return key ? text ?? 'null' : java.startsWith('Set<') ? text ?? 'Set.of()' : text === undefined ? 'Optional.empty()' : `Optional.of(${text})`;
  };
  return [{ parameter: `${entity} item`, argument: `new ${entity}(${components.map(value).join(', ')})` }];
}

/** The parameters of an update after the key: the components that it sets, or removes by an empty value. */
function changed(input, components, component, typeAttribute, notes) {
  const { set, removed } = changesOf(input);
  return [...set, ...removed.map(name => [name])].flatMap(([name, value]) => {
    const { java } = components.find(each => each.name === name && !each.key) ?? {};
    if (!java) {
      if (name === typeAttribute) notes.push(`The attribute ${quoted(name)} has the kind, which no update changes.`);
      return [];
    }
    return [java.startsWith('Set<') ? { parameter: `${java} ${component(name)}`, argument: value ? literal(value) : 'Set.of()' }
      : { parameter: `Optional<${java}> ${component(name)}`, argument: value ? `Optional.of(${literal(value)})` : 'Optional.empty()' }];
  });
}

function entityAnnotation(table, kind, entity, template) {
  const [sk] = keysOf(table.KeySchema, 'RANGE');
  return `@Entity(pk = ${template(keysOf(table.KeySchema, 'HASH')[0])}${sk ? `, sk = ${template(sk)}` : ''}${kind !== undefined && kind !== entity ? `, type = ${quoted(kind)}` : ''})`;
}

function indexAnnotation(source, template, several, components, component) {
  const { ProjectionType, NonKeyAttributes = [] } = source.projection;
  const included = NonKeyAttributes.filter(name => components.some(each => each.name === name)).map(name => quoted(component(name)));
  const projection = ProjectionType === 'ALL' ? '' : `, projection = Projection.${ProjectionType}${ProjectionType === 'INCLUDE' ? `, include = ${several(included)}` : ''}`;
  const sort = keysOf(source.schema, 'RANGE').map(template);
  return source.kind === 'local' ? `@Lsi(name = ${quoted(source.name)}, sk = ${sort[0]}${projection})`
    : `@Gsi(name = ${quoted(source.name)}, pk = ${several(keysOf(source.schema, 'HASH').map(template))}${sort.length ? `, sk = ${several(sort)}` : ''}${projection})`;
}

/** The parameters of a query's key condition, each with its argument. */
function parameters(input, table, component) {
  return conditions(input).map(({ name, op, value, to }) => {
    const java = SCALARS[typeOfAttribute(table, name)];
    const id = component(name);
    switch (op) {
      case '=': return { parameter: `${java} ${id}`, argument: literal(value) };
      case 'begins_with': return { parameter: `@Prefix ${java} ${id}`, argument: literal(value) };
      case 'between': return { parameter: `Range<${java}> ${id}`, argument: `Range.closed(${literal(value)}, ${literal(to)})` };
      default: return { parameter: `Range<${java}> ${id}`, argument: `Range.${{ '<': 'lessThan', '<=': 'atMost', '>': 'greaterThan', '>=': 'atLeast' }[op]}(${literal(value)})` };
    }
  });
}

/** The filter over components; null if there is none, or if it uses what the record does not have. */
function filterOf(input, components, component) {
  if (!input.FilterExpression || /#\w+[.[]/.test(input.FilterExpression)) return null;
  const used = [];
  let possible = true;
  const text = input.FilterExpression.replace(/#\w+/g, placeholder => {
    const name = input.ExpressionAttributeNames[placeholder];
    if (!components.some(each => each.name === name)) possible = false;
    return possible ? component(name) : '';
  }).replace(/:\w+/g, placeholder => {
    const value = input.ExpressionAttributeValues[placeholder];
    const id = 'value' + used.length;
    if (!SCALARS[typeOf(value)]) possible = false;
    used.push({ parameter: `${SCALARS[typeOf(value)]} ${id}`, argument: literal(value) });
    return ':' + id;
  });
  return possible ? { text, parameters: used } : null;
}
