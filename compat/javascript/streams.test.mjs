// uses @aws-sdk/client-dynamodb-streams dynamodb-streams-readable
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { CreateTableCommand, DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, DynamoDBStreamsClient, GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams';

const TableName = 'js-streams';
let streamArn;

test('records of a stream are read with the SDK', async () => {
  const client = new DynamoDBClient({});
  const { TableDescription } = await client.send(
    new CreateTableCommand({
      TableName, BillingMode: 'PAY_PER_REQUEST', StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  streamArn = TableDescription.LatestStreamArn;
  await client.send(new PutItemCommand({ TableName, Item: { id: { S: 'a' }, n: { N: '1' } } }));
  await client.send(new PutItemCommand({ TableName, Item: { id: { S: 'a' }, n: { N: '2' } } }));
  await client.send(new DeleteItemCommand({ TableName, Key: { id: { S: 'a' } } }));
  const streams = new DynamoDBStreamsClient({});
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  const events = [];
  for (const { ShardId } of StreamDescription.Shards) {
    const { ShardIterator } = await streams.send(new GetShardIteratorCommand({ StreamArn: streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }));
    events.push(...(await streams.send(new GetRecordsCommand({ ShardIterator }))).Records);
  }
  assert.deepEqual(events.map(event => event.eventName), ['INSERT', 'MODIFY', 'REMOVE']);
  assert.equal(events[1].dynamodb.OldImage.n.N, '1');
});

test('dynamodb-streams-readable', { timeout: 60_000 }, async () => {
  process.env.AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE = '1';
  const require = createRequire(import.meta.url);
  const AWS = require('aws-sdk');
  const client = new AWS.DynamoDBStreams({ region: 'us-east-1', endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB });
  const { StreamDescription } = await client.describeStream({ StreamArn: streamArn }).promise();
  const names = [];
  for (const { ShardId } of StreamDescription.Shards) {
    const readable = require('dynamodb-streams-readable')(client, streamArn, { shardId: ShardId, iterator: 'TRIM_HORIZON', limit: 100 });
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => readable.close(), 1000);
      readable.on('data', records => {
        names.push(...records.map(record => record.eventName));
        if (names.length === 3) {
          clearTimeout(timer);
          readable.close();
        }
      });
      readable.on('error', reject).on('end', resolve);
    });
  }
  assert.deepEqual(names, ['INSERT', 'MODIFY', 'REMOVE']);
});
