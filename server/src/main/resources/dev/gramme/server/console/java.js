// Names, types and literals of Java, for the code that the console writes.

import { show, typeOf } from '/console/values.js';

export const SCALARS = { S: 'String', N: 'BigDecimal', B: 'SdkBytes', BOOL: 'Boolean' };
export const SETS = { SS: 'String', NS: 'BigDecimal', BS: 'SdkBytes' };
const WORDS = new Set(('abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if '
  + 'implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw '
  + 'throws transient try void volatile while true false null _ record clone finalize getClass hashCode notify notifyAll toString wait').split(' '));
/** Names that a record of a table must not have, since the code uses them for other types. */
const TYPES = new Set(('String BigDecimal BigInteger SdkBytes Boolean Set List Map Optional Instant Base64 URI Region DynamoDbClient Entity Gsi Lsi Table Range Ttl '
  + 'Attribute Put Create Get Query Scan Update Delete Page Cursor Projection Example').split(' '));
const IMPORTS = ['java.math.BigDecimal', 'java.math.BigInteger', 'java.net.URI', 'java.time.Duration', 'java.time.Instant', 'java.time.LocalDate', 'java.time.LocalTime',
  'java.time.YearMonth', 'java.time.ZonedDateTime', 'java.util.Base64', 'java.util.List', 'java.util.Map', 'java.util.Optional', 'java.util.Set', 'java.util.UUID',
  'software.amazon.awssdk.core.SdkBytes', 'software.amazon.awssdk.regions.Region', 'software.amazon.awssdk.services.dynamodb.DynamoDbClient'];

export const quoted = text => JSON.stringify(text);
export const capital = text => text.replace(/^./, first => first.toUpperCase());
export const uncapital = text => text.replace(/^./, first => first.toLowerCase());

/** A component begins with a lower-case letter, since the classes that the toolkit generates have names of types beside it. */
export const componentName = text => /^[A-Z0-9_]+$/.test(text) ? text.toLowerCase() : uncapital(text);

/** Whether Java accepts a name for a method; a model's access patterns can have any names. */
export const isMethodName = text => /^[A-Za-z_$][\w$]*$/.test(text) && !WORDS.has(text);

/** A name that Java accepts for a component or a type, and that is not taken. */
export function identifier(text, taken, first) {
  const words = /^[A-Za-z_$][\w$]*$/.test(text) ? text : text.split(/[^A-Za-z0-9]+/).filter(word => word).map((word, at) => at ? capital(word.toLowerCase()) : word.toLowerCase()).join('');
  let name = first(/^[A-Za-z_$]/.test(words) ? words : 'n' + words);
  if (WORDS.has(name) || TYPES.has(name)) name += 'Value';
  while (taken.has(name)) name += '2';
  taken.add(name);
  return name;
}

/** The Java type of a value, null if it needs a record of its own. */
export function javaType(value) {
  const type = typeOf(value);
  if (SCALARS[type]) return SCALARS[type];
  if (SETS[type]) return `Set<${SETS[type]}>`;
  const parts = type === 'L' ? value.L : type === 'M' ? Object.values(value.M) : [];
  const types = [...new Set(parts.map(javaType))];
  if (types.length !== 1 || types[0] === null) return null;
  return type === 'L' ? `List<${types[0]}>` : `Map<String, ${types[0]}>`;
}

const entries = pairs => pairs.length ? `Map.ofEntries(${pairs.map(([name, text]) => `Map.entry(${quoted(name)}, ${text})`).join(', ')})` : 'Map.of()';

/** A value of the type that javaType() gives it. */
export function literal(value) {
  const type = typeOf(value);
  switch (type) {
    case 'S': return quoted(value.S);
    case 'N': return `new BigDecimal(${quoted(value.N)})`;
    case 'B': return `SdkBytes.fromByteArray(Base64.getDecoder().decode(${quoted(value.B)}))`;
    case 'BOOL': return String(value.BOOL);
    case 'SS': case 'NS': case 'BS': return `Set.of(${value[type].map(each => literal({ [type[0]]: each })).join(', ')})`;
    case 'L': return `List.of(${value.L.map(literal).join(', ')})`;
    case 'M': return entries(Object.entries(value.M).map(([name, each]) => [name, literal(each)]));
    default: return 'null';
  }
}

/** A Java type without packages. */
export const simple = type => type.replaceAll(/\b(?:[a-z]\w*\.)+(?=[A-Z])/g, '');

/** A stored value as an expression of a component's type, such as Optional<Instant>; null if only the author of the type knows it. */
export function expression(type, value) {
  const [, generic, inner] = /^(Optional|List|Set)<(.*)>$/.exec(type) ?? [];
  if (generic === 'Optional') {
    const text = value && expression(inner, value);
    return !value ? 'Optional.empty()' : text === null ? null : `Optional.of(${text})`;
  }
  if (!value) return generic === 'Set' ? 'Set.of()' : null;
  const kind = typeOf(value);
  const list = { List: value.L, Set: (value.SS ?? value.NS ?? value.BS)?.map(each => ({ [kind[0]]: each })) }[generic]?.map(each => expression(inner, each));
  if (generic) return list && !list.includes(null) ? `${generic}.of(${list.join(', ')})` : null;
  const [, element] = /^Map<String, (.*)>$/.exec(type) ?? [];
  if (element) {
    const pairs = Object.entries(value.M ?? {}).map(([name, each]) => [name, expression(element, each)]);
    return pairs.some(([, text]) => text === null) ? null : entries(pairs);
  }
  const text = show(value);
  switch (type) {
    case 'String': return quoted(text);
    case 'int': case 'Integer': case 'short': case 'byte': case 'double': case 'Double': case 'boolean': case 'Boolean': return text;
    case 'long': case 'Long': return text + 'L';
    case 'float': case 'Float': return text + 'f';
    case 'BigDecimal': case 'BigInteger': return `new ${type}(${quoted(text)})`;
    case 'UUID': return `UUID.fromString(${quoted(text)})`;
    case 'Instant': return kind === 'N' ? `Instant.ofEpochSecond(${text}L)` : `Instant.parse(${quoted(text)})`;
    case 'Duration': return kind === 'N' ? `Duration.parse(${quoted(`PT${text}S`)})` : `Duration.parse(${quoted(text)})`;
    case 'LocalDate': case 'LocalTime': case 'YearMonth': case 'Ksuid': return `${type}.parse(${quoted(text)})`;
    case 'SdkBytes': return literal({ B: text });
    case 'byte[]': return `Base64.getDecoder().decode(${quoted(text)})`;
    // The name of a constant of an enum.
    default: return kind === 'S' && /^[A-Z]\w*$/.test(type) && /^[A-Z][A-Z0-9_]*$/.test(text) ? `${type}.${text}` : null;
  }
}

/** The import declarations of the types that a text of Java uses. */
export const importsOf = body => ['import dev.gramme.toolkit.*;', ...IMPORTS.filter(each => new RegExp(`\\b${each.replace(/^.*\./, '')}\\b`).test(body.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')))
  .map(each => `import ${each};`)].join('\n');
