// The Java of a read with the toolkit: a call of the loaded model's access pattern, or a record and an interface made from the shown items.

import { currentRegion } from '/console/api.js';
import { sourceOf } from '/console/query.js';
import { keysOf, typeOfAttribute } from '/console/tables.js';
import { modelTableFor } from '/console/model.js';
import { design } from '/console/store.js';
import { usualType } from '/console/drawings.js';
import { show, typeOf } from '/console/values.js';

const SCALARS = { S: 'String', N: 'BigDecimal', B: 'SdkBytes', BOOL: 'Boolean' };
const SETS = { SS: 'String', NS: 'BigDecimal', BS: 'SdkBytes' };
const WORDS = new Set(('abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if '
  + 'implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw '
  + 'throws transient try void volatile while true false null _ record clone finalize getClass hashCode notify notifyAll toString wait').split(' '));

const quoted = text => JSON.stringify(text);
const capital = text => text.replace(/^./, first => first.toUpperCase());

/** A name that Java accepts for a component or a type. */
function identifier(text, taken, first) {
  const words = /^[A-Za-z_$][\w$]*$/.test(text) ? text : text.split(/[^A-Za-z0-9]+/).filter(word => word).map((word, at) => at ? capital(word.toLowerCase()) : word.toLowerCase()).join('');
  let name = first(/^[A-Za-z_$]/.test(words) ? words : 'n' + words);
  if (WORDS.has(name)) name += 'Value';
  while (taken.has(name)) name += '2';
  taken.add(name);
  return name;
}

/** The Java type of a value, null if it needs a record of its own. */
function javaType(value) {
  const type = typeOf(value);
  if (SCALARS[type]) return SCALARS[type];
  if (SETS[type]) return `Set<${SETS[type]}>`;
  const parts = type === 'L' ? value.L : type === 'M' ? Object.values(value.M) : [];
  const types = [...new Set(parts.map(javaType))];
  if (types.length !== 1 || types[0] === null) return null;
  return type === 'L' ? `List<${types[0]}>` : `Map<String, ${types[0]}>`;
}

function literal(value) {
  switch (typeOf(value)) {
    case 'S': return quoted(value.S);
    case 'N': return `new BigDecimal(${quoted(value.N)})`;
    case 'B': return `SdkBytes.fromByteArray(Base64.getDecoder().decode(${quoted(value.B)}))`;
    case 'BOOL': return String(value.BOOL);
    default: return null;
  }
}

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
  if (!table || !['Query', 'Scan', 'GetItem'].includes(operation)) return `// The toolkit has no code for this ${operation}. A model of the toolkit creates its table with createIfAbsent().`;
  const modelled = modelTableFor(design(), table.TableName);
  const named = modelled && calls(operation, input, modelled, table);
  return named || declared(operation, input, { table, items, type });
}

/** A call of the access pattern of the loaded model that reads this range; undefined if there is none. */
function calls(operation, input, modelled, table) {
  const shape = { Query: 'QUERY', Scan: 'SCAN', GetItem: 'GET' }[operation];
  const given = operation === 'Query' ? conditions(input) : operation === 'GetItem' ? Object.entries(input.Key).map(([name, value]) => ({ name, op: '=', value })) : [];
  for (const pattern of modelled.patterns.filter(each => each.shape === shape && (each.index ?? undefined) === input.IndexName)) {
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
      const java = component(name)?.javaType?.replace(/^.*\./, '');
      if (['int', 'Integer', 'short', 'byte'].includes(java)) return text;
      if (['long', 'Long'].includes(java)) return text + 'L';
      if (['boolean', 'Boolean'].includes(java)) return text;
      if (!java || java === 'String' || !/^\w+$/.test(java)) return quoted(text);
      if (['BigDecimal', 'BigInteger'].includes(java)) return `new ${java}(${quoted(text)})`;
      if (java === 'UUID') return `UUID.fromString(${quoted(text)})`;
      return ['Instant', 'LocalDate', 'LocalTime', 'YearMonth', 'Duration', 'Ksuid'].includes(java) ? `${java}.parse(${quoted(text)})` : `${java}.${text}`;
    };
    return `// The access pattern "${pattern.name}" of the loaded model. The toolkit generates its class from the interface of the
// table "${modelled.name}": the name of the interface and Table, such as ShopQueriesTable.
var patterns = ShopQueriesTable.of(Table.of(dynamo, ShopQueriesTable.schema()).named(${quoted(table.TableName)}));
var answer = patterns.${pattern.name}(${[...values].map(argument).join(', ')});`;
  }
  return undefined;
}

/** A record, an interface and a call that read the most frequent kind of the shown items. */
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
  if (kind === undefined) notes.push('These items have no attribute with their kind. The toolkit reads only items whose type attribute has the name of their kind, here TYPE.');
  if (counts.size > 1) notes.push(`The most frequent of ${counts.size} kinds. A sealed interface and @Collection read several.`);
  const taken = new Set();
  const entity = identifier(kind ?? 'Item', taken, capital);
  const source = sourceOf(table, input.IndexName);
  const keys = new Map();
  const names = new Set();
  const component = name => {
    if (!keys.has(name)) keys.set(name, identifier(name, names, text => text));
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
  const range = operation === 'Query' ? parameters(input, table, component) : operation === 'GetItem'
    ? keyNames.map(name => ({ parameter: `${SCALARS[typeOfAttribute(table, name)]} ${component(name)}`, argument: literal(input.Key[name]) })) : [];
  const given = [...range, ...(filter?.parameters ?? [])];
  const options = [
    ...(input.IndexName ? [`index = ${quoted(input.IndexName)}`] : []), ...(filter ? [`filter = ${quoted(filter.text)}`] : []),
    ...(input.ScanIndexForward === false ? ['descending = true'] : []), ...(input.Limit ? [`limit = ${input.Limit}`] : []), ...(input.ConsistentRead ? ['consistent = true'] : []),
  ];
  const result = operation === 'GetItem' ? `Optional<${entity}>` : `List<${entity}>`;
  const called = { Query: 'Query', Scan: 'Scan', GetItem: 'Get' }[operation];
  const patterns = identifier(table.TableName, taken, name => capital(name).replace(/Value$/, '')) + 'Queries';
  const [pk, sk] = [keysOf(table.KeySchema, 'HASH'), keysOf(table.KeySchema, 'RANGE')];
  const indexKeys = input.IndexName ? [`indexes = @IndexKeys(name = ${quoted(input.IndexName)}${source.kind === 'global' ? `, pk = ${several(keysOf(source.schema, 'HASH').map(quoted))}` : ''}${keysOf(source.schema, 'RANGE').length
    ? `, sk = ${several(keysOf(source.schema, 'RANGE').map(quoted))}` : ''})`] : [];
  const body = [...annotations, ...components.map(text), ...given.map(({ parameter, argument }) => parameter + argument), 'URI Region DynamoDbClient ' + result].join(' ');
  const imports = ['java.math.BigDecimal', 'java.net.URI', 'java.util.Base64', 'java.util.List', 'java.util.Map', 'java.util.Optional', 'java.util.Set',
    'software.amazon.awssdk.core.SdkBytes', 'software.amazon.awssdk.regions.Region', 'software.amazon.awssdk.services.dynamodb.DynamoDbClient']
    .filter(each => new RegExp(`\\b${each.replace(/^.*\./, '')}\\b`).test(body));
  return `${notes.map(note => `// ${note}\n`).join('')}import dev.gramme.toolkit.*;
${imports.map(each => `import ${each};`).join('\n')}

${annotations.join('\n')}
record ${entity}(
    ${components.map(text).join(',\n    ')}) {}

@AccessPatterns(${[`table = ${quoted(table.TableName)}`, `pk = ${quoted(pk[0])}`, ...(sk.length ? [`sk = ${quoted(sk[0])}`] : []), ...(kind === undefined ? [] : [`type = ${quoted(typeAttribute)}`]), ...indexKeys].join(', ')})
interface ${patterns} {
  @${called}${options.length ? `(${options.join(', ')})` : ''}
  ${result} read(${given.map(({ parameter }) => parameter).join(', ')});
}

class Example {
  public static void main(String[] args) {
    try (var dynamo = DynamoDbClient.builder()
        .endpointOverride(URI.create(${quoted(location.origin)}))
        .region(Region.of(${quoted(currentRegion())}))
        .build()) {
      var answer = ${patterns}Table.of(dynamo).read(${given.map(({ argument }) => argument).join(', ')});
      System.out.println(answer);
    }
  }
}`;
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
