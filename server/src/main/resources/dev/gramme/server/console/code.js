// The code of a request in several languages, so that what was done here can be done by a program.

import { html } from '/console/preact.js';
import { currentRegion, endpoint } from '/console/api.js';
import { toolkitCode } from '/console/toolkitcode.js';
import { CopyButton, Tabs } from '/console/ui.js';
import { TYPES, problem, typeOf } from '/console/values.js';
import { changesOf } from '/console/writes.js';

const LANGUAGES = [['cli', 'AWS CLI'], ['java', 'Java'], ['toolkit', 'Java toolkit'], ['javascript', 'JavaScript'], ['python', 'Python'], ['partiql', 'PartiQL']];

/** The code of a request. */
export function codeOf(language, operation, input) {
  switch (language) {
    case 'cli': return cli(operation, input);
    case 'java': return java(operation, input);
    case 'javascript': return javascript(operation, input);
    case 'python': return python(operation, input);
    default: return partiql(operation, input) ?? `-- PartiQL has no statement for this ${operation}.`;
  }
}

/** The code of a request in a language that the user chooses. */
export function Code({ language, onLanguage, operation, input, table, items, type }) {
  const code = language === 'toolkit' ? toolkitCode(operation, input, { table, items, type }) : codeOf(language, operation, input);
  return html`<${Tabs} label="Language" tabs=${LANGUAGES} current=${language} onChoose=${onLanguage} />
    <div class="copy"><${CopyButton} text=${code} /></div>
    <pre class="code" tabindex="0" aria-label=${'The request in ' + language}>${code}</pre>`;
}

const kebab = name => name.replace(/SSE/g, 'Sse').replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
/** A name as Java's SDK begins it: SSESpecification becomes sseSpecification. */
const lowerFirst = name => name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, start => start.toLowerCase());
/** The members that are times, in seconds since 1970. The SDKs have a type for them, and the command line has none. */
const TIMES = ['ExportTime', 'ExportFromTime', 'ExportToTime', 'RestoreDateTime'];
const shell = text => /^[A-Za-z0-9_.,:=\/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
const isValue = any => !!any && typeof any === 'object' && !Array.isArray(any) && Object.keys(any).length === 1
  && TYPES.includes(typeOf(any)) && problem(any) === null;

function cli(operation, input) {
  const parts = [`aws dynamodb ${kebab(operation)}`, ...(endpoint() ? [`--endpoint-url ${endpoint()}`] : []), `--region ${currentRegion()}`];
  for (const [name, value] of Object.entries(input)) {
    const flag = name === 'Limit' && operation !== 'ListTables' ? 'limit' : kebab(name);
    if (typeof value === 'boolean') parts.push(value ? '--' + flag : '--no-' + flag);
    else parts.push(`--${flag} ${shell(typeof value === 'object' ? JSON.stringify(value) : String(value))}`);
  }
  // The CLI would read all pages and reads a page of its own size otherwise.
  if (operation === 'Query' || operation === 'Scan') parts.push('--no-paginate');
  return parts.join(' \\\n  ');
}

const quoted = text => JSON.stringify(text);

function java(operation, input) {
  const list = (all, indent) => `List.of(${all.map(each => any(each, indent)).join(', ')})`;
  const value = (each, indent) => {
    const type = typeOf(each);
    const inner = each[type];
    switch (type) {
      case 'S': return `AttributeValue.fromS(${quoted(inner)})`;
      case 'N': return `AttributeValue.fromN(${quoted(inner)})`;
      case 'B': return `AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(${quoted(inner)})))`;
      case 'BOOL': return `AttributeValue.fromBool(${inner})`;
      case 'NULL': return 'AttributeValue.fromNul(true)';
      case 'SS': case 'NS': return `AttributeValue.from${type[0]}s(List.of(${inner.map(quoted).join(', ')}))`;
      case 'BS': return `AttributeValue.fromBs(List.of(${inner.map(one => `SdkBytes.fromByteArray(Base64.getDecoder().decode(${quoted(one)}))`).join(', ')}))`;
      case 'L': return `AttributeValue.fromL(${list(inner, indent)})`;
      default: return `AttributeValue.fromM(${map(inner, indent)})`;
    }
  };
  const map = (members, indent) => {
    const inner = indent + '    ';
    return `Map.ofEntries(\n${Object.entries(members).map(([name, each]) => `${inner}Map.entry(${quoted(name)}, ${any(each, inner)})`).join(',\n')})`;
  };
  const structures = { KeySchema: 'KeySchemaElement', AttributeDefinitions: 'AttributeDefinition', GlobalSecondaryIndexes: 'GlobalSecondaryIndex',
    LocalSecondaryIndexes: 'LocalSecondaryIndex', Projection: 'Projection', ProvisionedThroughput: 'ProvisionedThroughput', StreamSpecification: 'StreamSpecification',
    OnDemandThroughput: 'OnDemandThroughput', WarmThroughput: 'WarmThroughput', SSESpecification: 'SSESpecification',
    GlobalSecondaryIndexUpdates: 'GlobalSecondaryIndexUpdate', Create: 'CreateGlobalSecondaryIndexAction', Update: 'UpdateGlobalSecondaryIndexAction',
    Delete: 'DeleteGlobalSecondaryIndexAction', TimeToLiveSpecification: 'TimeToLiveSpecification',
    PointInTimeRecoverySpecification: 'PointInTimeRecoverySpecification', Tags: 'Tag', IncrementalExportSpecification: 'IncrementalExportSpecification',
    S3BucketSource: 'S3BucketSource', TableCreationParameters: 'TableCreationParameters' };
  const structure = (type, members, indent) => `${type}.builder()` + Object.entries(members).map(([name, each]) =>
    `\n${indent}    .${lowerFirst(name)}(${member(name, each, indent + '    ')})`).join('') + `\n${indent}    .build()`;
  const member = (name, each, indent) => {
    const type = structures[name];
    if (name.endsWith('CapacityUnits')) return each + 'L';
    if (TIMES.includes(name)) return `Instant.ofEpochSecond(${each}L)`;
    if (!type) return any(each, indent);
    return Array.isArray(each) ? each.map(one => structure(type, one, indent)).join(', ') : structure(type, each, indent);
  };
  const any = (each, indent) => {
    if (typeof each === 'string') return quoted(each);
    if (typeof each !== 'object') return String(each);
    if (Array.isArray(each)) return list(each, indent);
    return isValue(each) ? value(each, indent) : map(each, indent);
  };
  return `var dynamo = DynamoDbClient.builder()${endpoint() ? `
    .endpointOverride(URI.create(${quoted(endpoint())}))` : ''}
    .region(Region.of(${quoted(currentRegion())}))
    .build();
var answer = dynamo.${lowerFirst(operation)}(
    ${structure(operation + 'Request', input, '    ')});`;
}

function javascript(operation, input) {
  const text = (any, indent) => {
    if (isValue(any) && (any.B !== undefined || any.BS)) {
      const bytes = one => `Buffer.from(${quoted(one)}, "base64")`;
      return any.BS ? `{ BS: [${any.BS.map(bytes).join(', ')}] }` : `{ B: ${bytes(any.B)} }`;
    }
    if (typeof any !== 'object' || any === null) return JSON.stringify(any);
    if (Array.isArray(any)) return `[${any.map(each => text(each, indent)).join(', ')}]`;
    const members = Object.entries(any).map(([name, each]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${TIMES.includes(name) && typeof each === 'number' ? `new Date(${each * 1000})` : text(each, indent + '  ')}`);
    return isValue(any) ? `{ ${members.join(', ')} }` : `{\n${members.map(each => indent + '  ' + each).join(',\n')}\n${indent}}`;
  };
  return `import { DynamoDBClient, ${operation}Command } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({ ${endpoint() ? `endpoint: ${quoted(endpoint())}, ` : ''}region: ${quoted(currentRegion())} });
const answer = await client.send(new ${operation}Command(${text(input, '')}));`;
}

function python(operation, input) {
  const text = any => {
    if (isValue(any) && (any.B !== undefined || any.BS)) {
      const bytes = one => `base64.b64decode(${quoted(one)})`;
      return any.BS ? `{"BS": [${any.BS.map(bytes).join(', ')}]}` : `{"B": ${bytes(any.B)}}`;
    }
    if (any === true) return 'True';
    if (any === false) return 'False';
    if (typeof any !== 'object') return JSON.stringify(any);
    return Array.isArray(any) ? `[${any.map(text).join(', ')}]` : `{${Object.entries(any).map(([name, each]) => `${quoted(name)}: ${member(name, each)}`).join(', ')}}`;
  };
  const member = (name, each) => TIMES.includes(name) && typeof each === 'number' ? `datetime.datetime.fromtimestamp(${each}, datetime.timezone.utc)` : text(each);
  const body = Object.entries(input).map(([name, each]) => `    ${name}=${member(name, each)},`).join('\n');
  return `${body.includes('base64.') ? 'import base64\n' : ''}${body.includes('=datetime.') || body.includes(': datetime.') ? 'import datetime\n' : ''}import boto3

client = boto3.client("dynamodb", ${endpoint() ? `endpoint_url=${quoted(endpoint())}, ` : ''}region_name=${quoted(currentRegion())})
answer = client.${kebab(operation).replaceAll('-', '_')}(
${body}
)`;
}

const name = text => `"${text.replaceAll('"', '""')}"`;

/** A value as a literal of PartiQL; null if there is none, which is so for binary values. */
function literal(value) {
  const type = typeOf(value);
  const inner = value[type];
  const text = one => `'${one.replaceAll("'", "''")}'`;
  const all = list => list.includes(null) ? null : list.join(', ');
  switch (type) {
    case 'S': return text(inner);
    case 'N': return inner;
    case 'BOOL': return String(inner);
    case 'NULL': return 'null';
    case 'SS': return `<<${inner.map(text).join(', ')}>>`;
    case 'NS': return `<<${inner.join(', ')}>>`;
    case 'L': { const members = all(inner.map(literal)); return members === null ? null : `[${members}]`; }
    case 'M': {
      const members = Object.entries(inner).map(([key, each]) => { const one = literal(each); return one === null ? null : `${text(key)}: ${one}`; });
      return members.includes(null) ? null : `{${members.join(', ')}}`;
    }
    default: return null;
  }
}

/** The condition of an expression, with its names and values inserted; null if a value has no literal. */
function condition(expression, input) {
  let possible = true;
  const text = expression
    .replace(/attribute_exists\s*\(([^)]*)\)/g, '$1 IS NOT MISSING')
    .replace(/attribute_not_exists\s*\(([^)]*)\)/g, '$1 IS MISSING')
    .replace(/\bsize\s*\(/g, 'size(')
    .replace(/[#:]\w+/g, each => {
      const found = each.startsWith('#') ? name(input.ExpressionAttributeNames[each]) : literal(input.ExpressionAttributeValues[each]);
      if (found === null) possible = false;
      return found ?? '';
    });
  return possible ? text : null;
}

function partiql(operation, input) {
  const where = members => {
    const parts = Object.entries(members).map(([key, value]) => [key, literal(value)]);
    return parts.some(([, value]) => value === null) ? null : parts.map(([key, value]) => `${name(key)} = ${value}`).join(' AND ');
  };
  // Without the item an UPDATE fails and a DELETE changes nothing, so the condition that it exists is left out.
  const written = () => {
    const others = (input.ConditionExpression ?? '').split(' AND ').filter(part => part && !/^attribute_exists\(/.test(part)).map(part => condition(part, input));
    const key = where(input.Key);
    return key === null || others.includes(null) ? null : [key, ...others].join(' AND ');
  };
  switch (operation) {
    case 'Query': case 'Scan': {
      const conditions = [input.KeyConditionExpression, input.FilterExpression].filter(each => each).map(each => condition(each, input));
      if (conditions.includes(null)) return null;
      const from = name(input.TableName) + (input.IndexName ? '.' + name(input.IndexName) : '');
      return `SELECT * FROM ${from}` + (conditions.length ? '\nWHERE ' + conditions.map(each => conditions.length > 1 ? `(${each})` : each).join(' AND ') : '');
    }
    case 'GetItem': { const key = where(input.Key); return key && `SELECT * FROM ${name(input.TableName)}\nWHERE ${key}`; }
    case 'DeleteItem': { const all = written(); return all && `DELETE FROM ${name(input.TableName)}\nWHERE ${all}`; }
    case 'UpdateItem': {
      const { set, removed } = changesOf(input);
      const changes = [...set.map(([key, value]) => [literal(value), key]), ...removed.map(key => ['', key])];
      const all = written();
      return all && changes.every(([value]) => value !== null)
        ? [`UPDATE ${name(input.TableName)}`, ...changes.map(([value, key]) => value ? `SET ${name(key)} = ${value}` : `REMOVE ${name(key)}`), `WHERE ${all}`].join('\n') : null;
    }
    case 'PutItem': { const item = literal({ M: input.Item }); return item && `INSERT INTO ${name(input.TableName)}\nVALUE ${item}`; }
    case 'ExecuteStatement': return input.Statement;
    default: return null;
  }
}
