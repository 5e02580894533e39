// The tables of a model as a construct of the AWS CDK in TypeScript, for aws-cdk-lib from 2.220 on.

import { capital } from '/console/java.js';
import { createInputOf } from '/console/model.js';

const TYPES = { S: 'STRING', N: 'NUMBER', B: 'BINARY' };
const text = value => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const camel = name => name.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next) => next?.toUpperCase() ?? '').replace(/^(?=\d)/, 'n');

/** The source of a class; throws an Error for what TableV2 does not have. */
export function cdkOf(name, tables) {
  const taken = new Set();
  const members = tables.map(table => {
    createInputOf(table);
    let id = camel(table.name).replace(/^./, first => first.toLowerCase()) + 'Table';
    while (taken.has(id)) id += 'X';
    taken.add(id);
    return { id, table };
  });
  return `import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

export class ${capital(camel(name))}Tables extends Construct {
${members.map(({ id }) => `  readonly ${id}: dynamodb.TableV2;`).join('\n')}

  constructor(scope: Construct, id: string) {
    super(scope, id);
${members.map(tableOf).join('\n')}
  }
}
`;
}

function tableOf({ id, table }) {
  const attribute = ([name, type]) => `{ name: ${text(name)}, type: dynamodb.AttributeType.${TYPES[type]} }`;
  const key = ({ pk, sk, name }, local) => {
    if (pk.length > 1 || sk.length > 1) throw new Error(`${name} has a key of several attributes, which TableV2 of the CDK does not support. CloudFormation does.`);
    return [...(local ? [] : [`partitionKey: ${attribute(pk[0])}`]), ...sk.map(each => `sortKey: ${attribute(each)}`)];
  };
  const index = each => `        { ${[`indexName: ${text(each.name)}`, ...key(each, each.local), `projectionType: dynamodb.ProjectionType.${each.projection.ProjectionType}`,
    ...(each.projection.NonKeyAttributes ? [`nonKeyAttributes: [${each.projection.NonKeyAttributes.map(text).join(', ')}]`] : [])].join(', ')} },`;
  const indexes = (member, local) => {
    const all = table.indexes.filter(each => each.local === local);
    return all.length ? [`${member}: [\n${all.map(index).join('\n')}\n      ]`] : [];
  };
  // TableV2 has no fixed write capacity.
  const billing = table.throughput ? `dynamodb.Billing.provisioned({ readCapacity: dynamodb.Capacity.fixed(${table.throughput.ReadCapacityUnits}), `
    + `writeCapacity: dynamodb.Capacity.autoscaled({ minCapacity: 1, maxCapacity: ${table.throughput.WriteCapacityUnits} }) })` : 'dynamodb.Billing.onDemand()';
  return `    this.${id} = new dynamodb.TableV2(this, ${text(capital(id))}, {
${[`tableName: ${text(table.name)}`, ...key({ ...table.key, name: 'The table ' + table.name }, false), `billing: ${billing}`, ...(table.ttl ? [`timeToLiveAttribute: ${text(table.ttl)}`] : []),
    'removalPolicy: RemovalPolicy.RETAIN', ...indexes('globalSecondaryIndexes', false), ...indexes('localSecondaryIndexes', true)].map(each => `      ${each},`).join('\n')}
    });`;
}
