// uses aws-cdk-lib
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, Billing, BillingMode, ProjectionType, StreamViewType, Table, TableV2 } from 'aws-cdk-lib/aws-dynamodb';

// Writes the template of a stack with two tables, as "cdk synth" does, and applies it.
function apply(changed) {
  const app = new App();
  const stack = new Stack(app, 'Shop');
  new Table(stack, 'Customers', {
    tableName: 'cdk-customers',
    partitionKey: { name: 'id', type: AttributeType.STRING },
    billingMode: BillingMode.PROVISIONED, readCapacity: 3, writeCapacity: changed ? 4 : 3,
    timeToLiveAttribute: 'expires',
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const orders = new TableV2(stack, 'Orders', {
    tableName: 'cdk-orders',
    partitionKey: { name: 'customer', type: AttributeType.STRING },
    sortKey: { name: 'at', type: AttributeType.NUMBER },
    billing: Billing.onDemand(),
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    localSecondaryIndexes: [{ indexName: 'by-amount', sortKey: { name: 'amount', type: AttributeType.NUMBER } }],
    tags: [{ key: 'stage', value: 'test' }],
  });
  if (changed) {
    orders.addGlobalSecondaryIndex({
      indexName: 'by-state', partitionKey: { name: 'state', type: AttributeType.STRING },
      projectionType: ProjectionType.INCLUDE, nonKeyAttributes: ['amount'],
    });
  }
  const template = join(app.synth().directory, 'Shop.template.json');
  return execFileSync(process.env.GRAMME, ['apply', template, '--endpoint', process.env.AWS_ENDPOINT_URL_DYNAMODB], { encoding: 'utf8' });
}

test('the template of a stack makes and changes tables', { timeout: 150_000 }, async () => {
  const client = new DynamoDBClient({});
  const describe = async TableName => (await client.send(new DescribeTableCommand({ TableName }))).Table;

  assert.match(apply(false), /2 created, 0 changed, 0 unchanged/);
  assert.match(apply(false), /0 created, 0 changed, 2 unchanged/);
  const orders = await describe('cdk-orders');
  assert.equal(orders.StreamSpecification.StreamViewType, 'NEW_AND_OLD_IMAGES');
  assert.equal(orders.LocalSecondaryIndexes[0].IndexName, 'by-amount');
  const expiry = await client.send(new DescribeTimeToLiveCommand({ TableName: 'cdk-customers' }));
  assert.equal(expiry.TimeToLiveDescription.AttributeName, 'expires');

  assert.match(apply(true), /0 created, 2 changed, 0 unchanged/);
  assert.deepEqual((await describe('cdk-orders')).GlobalSecondaryIndexes[0].Projection.NonKeyAttributes, ['amount']);
  assert.equal((await describe('cdk-customers')).ProvisionedThroughput.WriteCapacityUnits, 4);
});
