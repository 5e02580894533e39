// A table of a model as Java records of the toolkit, with an interface that writes and reads each kind of item.

import { SCALARS, SETS, capital, componentName, identifier, importsOf, quoted, simple, uncapital } from '/console/java.js';
import { USUAL } from '/console/model.js';

const VARIABLE = /\{([^{}:]+)((?::[^{}]*)?)\}/g;
const KNOWN = /^(?:String|boolean|Boolean|int|Integer|long|Long|float|Float|double|Double|BigDecimal|BigInteger|UUID|Ksuid|byte\[\]|SdkBytes|Instant|LocalDate|LocalTime|YearMonth|ZonedDateTime|Duration)$/;
const COMPOSED = /^(?:Optional|List|Set|Map<String,|Map)?[<, ]*(.*?)>*$/;

const variablesOf = template => [...(template ?? '').matchAll(VARIABLE)].map(([, name]) => name);
const several = list => list.length === 1 ? list[0] : `{${list.join(', ')}}`;
const isKnown = type => KNOWN.test(COMPOSED.exec(type.replace(/^(?:Optional|List|Set|Map)<(?:String, )?/, ''))[1]);

/** The Java type of a type of DynamoDB. The parts of a list or a map are not in a model. */
const typeOfDynamo = type => SCALARS[type] ?? (SETS[type] ? `Set<${SETS[type]}>` : type === 'L' ? 'List<String>' : type === 'M' ? 'Map<String, String>' : 'String');

/** A kind of item for a table without kinds: its keys and known attributes. */
function implied(table) {
  const keysOf = parts => parts.flatMap(({ pk, sk }) => [...pk, ...sk]).map(([name]) => name);
  const keys = keysOf([table.key]);
  const others = [...keysOf(table.indexes), ...Object.keys(table.attributes), ...table.indexes.flatMap(({ projection }) => projection.NonKeyAttributes ?? [])];
  return { name: 'Item', keys: Object.fromEntries(keys.map(name => [name, `{${name}}`])),
    attributes: [...new Set(others)].filter(name => !keys.includes(name)).map(name => ({ name, attribute: name })) };
}

const fixed = text => text.replaceAll(VARIABLE, '');

/** The kinds of a table. Kinds whose keys have the same form could overwrite each other, which the toolkit refuses, so they are one kind here. */
function kindsOf(table, notes) {
  if (!table.entities.length) return [implied(table)];
  const keys = [...table.key.pk, ...table.key.sk].map(([name]) => name);
  const form = entity => JSON.stringify(keys.map(name => (entity.keys[name] ?? '').replaceAll(VARIABLE, '{}')));
  const isAny = entity => keys.every(name => fixed(entity.keys[name] ?? '') === '');
  const groups = table.entities.some(isAny) ? [table.entities] : Object.values(Object.groupBy(table.entities, form));
  return groups.map((group, at) => {
    if (group.length === 1) return group[0];
    notes.push(`The keys of ${group.map(({ name }) => name).join(', ')} have the same form, so these kinds are one record. Give them different keys to separate them.`);
    const attributes = new Map(group.flatMap(entity => entity.attributes).map(each => [each.attribute, each]));
    return { ...group[0], name: groups.length === 1 ? 'Item' : 'Item' + (at + 1), attributes: [...attributes.values()], merged: true };
  });
}

/**
 * The source of the records and the interface; throws an Error if the model does not have the table's key.
 *
 * @param more texts that follow, whose types are imported, too
 * @return source, and schema: the name of the class that the toolkit generates
 */
export function recordsOf(table, more = []) {
  if (!table.key) throw new Error(`The model does not have the key of the table ${table.name}. Explanations have it since they include the schema.`);
  const notes = [];
  const taken = new Set();
  const patterns = identifier(table.name, taken, name => capital(name).replace(/Value$/, '')) + 'Queries';
  const keyTypes = Object.fromEntries([table.key, ...table.indexes].flatMap(({ pk, sk }) => [...pk, ...sk]));
  const entities = kindsOf(table, notes);
  const usual = USUAL.map(name => name.toLowerCase());
  const typeAttribute = !table.entities.length || entities.some(entity => entity.merged) ? undefined : entities[0].attributes.map(each => each.attribute).find(name => usual.includes(name.toLowerCase()) && !(name in keyTypes)
    && entities.every(entity => entity.attributes.some(each => each.attribute === name && !each.javaType)));
  if (entities.some(entity => entity.attributes.some(each => each.javaType))) notes.push('An explanation does not contain annotations such as @Unique, @Version and @Default.');
  const records = entities.map(entity => recordOf(table, entity, { keyTypes, typeAttribute, taken, notes }));
  for (const index of table.indexes) if (!records.some(record => record.indexes.has(index.name))) notes.push(`No kind of item has the key of the index ${index.name}, so the index is not in the schema.`);
  const partial = table.indexes.filter(({ projection }) => projection.ProjectionType !== 'ALL').map(({ name }) => name);
  if (partial.length) notes.push(`The toolkit also projects the type attribute into the ${partial.length > 1 ? 'indexes' : 'index'} ${partial.join(', ')}.`);
  const indexKeys = table.indexes.map(({ name, local, pk, sk }) => `@IndexKeys(name = ${quoted(name)}${local ? '' : `, pk = ${several(pk.map(([each]) => quoted(each)))}`}${sk.length ? `, sk = ${several(sk.map(([each]) => quoted(each)))}` : ''})`);
  const code = `${records.map(record => record.source).join('\n\n')}

@AccessPatterns(${[`table = ${quoted(table.name)}`, `pk = ${quoted(table.key.pk[0][0])}`, ...(table.key.sk.length ? [`sk = ${quoted(table.key.sk[0][0])}`] : []), ...(typeAttribute ? [`type = ${quoted(typeAttribute)}`] : []),
    ...(indexKeys.length ? [`indexes = ${several(indexKeys)}`] : [])].join(', ')})
interface ${patterns} {
${records.flatMap(record => record.methods).map(method => '  ' + method).join('\n')}
}`;
  return { source: `${[...new Set(notes)].map(note => `// ${note}\n`).join('')}${importsOf([code, ...more].join('\n'))}\n\n${code}`, schema: patterns + 'Table', patterns };
}

/** One record with its annotations and methods. */
function recordOf(table, entity, { keyTypes, typeAttribute, taken, notes }) {
  const record = identifier(entity.name, taken, capital);
  const names = new Set();
  const components = new Map();
  const add = (name, attribute, type, optional) => {
    if (!components.has(name)) components.set(name, { id: identifier(name, names, componentName), attribute, type: optional && !type.startsWith('Set<') && !type.startsWith('Optional<') ? `Optional<${type}>` : type });
  };
  const declared = name => entity.attributes.find(each => each.name === name);
  const javaOf = ({ name, attribute, type, javaType }) => {
    if (!javaType) {
      const dynamo = keyTypes[attribute] ?? table.attributes[attribute];
      if (dynamo === 'L' || dynamo === 'M') notes.push(`${record}.${name} is a ${dynamo === 'L' ? 'list' : 'map'}, whose parts are not in the model. Replace its type.`);
      return typeOfDynamo(dynamo);
    }
    if (isKnown(simple(javaType))) return simple(javaType);
    notes.push(`${record}.${name} has the type ${simple(javaType)} in the model, which is not declared here. Its attribute has the type ${type}.`);
    return typeOfDynamo(type);
  };
  // Values of the key come first. If a template is a single variable, the variable has the type of the key attribute.
  const keyComponents = keys => keys.flatMap(([attribute, type]) => {
    const template = entity.keys[attribute];
    const isWhole = template?.replace(VARIABLE, '') === '' && variablesOf(template).length === 1;
    for (const name of variablesOf(template)) {
      const given = declared(name);
      add(name, given?.attribute ?? name, given?.javaType ? javaOf(given) : isWhole ? SCALARS[type] : given ? javaOf(given) : 'String', false);
    }
    return variablesOf(template);
  });
  const key = [...new Set(keyComponents([...table.key.pk, ...table.key.sk]))];
  const indexes = table.indexes.filter(({ pk, sk, local }) => [...(local ? [] : pk), ...sk].every(([name]) => name in entity.keys || entity.attributes.some(each => each.attribute === name)));
  for (const { pk, sk } of indexes) keyComponents([...pk, ...sk].filter(([name]) => name in entity.keys));
  for (const each of entity.attributes) if (each.attribute !== typeAttribute) add(each.name, each.attribute, javaOf(each), !each.javaType);
  const byAttribute = attribute => [...components].find(([, each]) => each.attribute === attribute)?.[0];
  const templateOf = attribute => quoted((entity.keys[attribute] ?? `{${byAttribute(attribute)}}`).replace(VARIABLE, (_, name, format) => `{${components.get(name).id}${format}}`));
  const templates = keys => several(keys.map(([name]) => templateOf(name)));
  const projection = ({ ProjectionType, NonKeyAttributes = [] }) => ProjectionType === 'ALL' ? '' : `, projection = Projection.${ProjectionType}${ProjectionType === 'INCLUDE'
    ? `, include = ${several(NonKeyAttributes.map(byAttribute).filter(name => name).map(name => quoted(components.get(name).id)))}` : ''}`;
  const ttl = ({ attribute }) => attribute === table.ttl ? '@Ttl ' : '';
  const typeText = component => component.attribute === table.ttl ? component.type.includes('Instant') ? component.type : 'Optional<Instant>' : component.type;
  if (table.ttl && !entity.keys[table.ttl] && !table.entities.length) add(table.ttl, table.ttl, 'Instant', true);
  const parameter = name => `${components.get(name).type.replace(/^Optional<(.*)>$/, '$1')} ${components.get(name).id}`;
  const source = [
    `@Entity(pk = ${templates(table.key.pk)}${table.key.sk.length ? `, sk = ${templates(table.key.sk)}` : ''}${record === entity.name ? '' : `, type = ${quoted(entity.name)}`})`,
    ...indexes.map(({ name, local, pk, sk, projection: projected }) => local ? `@Lsi(name = ${quoted(name)}, sk = ${templates(sk)}${projection(projected)})`
      : `@Gsi(name = ${quoted(name)}, pk = ${templates(pk)}${sk.length ? `, sk = ${templates(sk)}` : ''}${projection(projected)})`),
    `record ${record}(`,
    [...components.values()].map(each => `    ${ttl(each)}${each.id === each.attribute ? '' : `@Attribute(${quoted(each.attribute)}) `}${typeText(each)} ${each.id}`).join(',\n') + ') {}',
  ].join('\n');
  const partition = pk => [...new Set(pk.flatMap(([name]) => entity.keys[name] ? variablesOf(entity.keys[name]) : [byAttribute(name)]))];
  const method = index => identifier(`${uncapital(record)}${/^by/i.test(index) ? '' : 'By'}${index.split(/[^A-Za-z0-9]+/).map(capital).join('')}`, taken, text => text);
  return {
    source, indexes: new Set(indexes.map(({ name }) => name)),
    methods: [`@Put void save${record}(${record} item);`, `@Get Optional<${record}> find${record}(${key.map(parameter).join(', ')});`,
      ...indexes.filter(({ projection: { ProjectionType }, local }) => ProjectionType === 'ALL' && !local)
        .map(({ name, pk }) => `@Query(index = ${quoted(name)}) List<${record}> ${method(name)}(${partition(pk).map(parameter).join(', ')});`)],
  };
}
