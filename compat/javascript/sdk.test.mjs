// uses @aws-sdk/client-dynamodb @aws-sdk/lib-dynamodb
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CreateTableCommand,
  DynamoDBClient,
  TransactionCanceledException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  ExecuteStatementCommand,
  GetCommand,
  paginateQuery,
  paginateScan,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

const client = new DynamoDBClient({});
const documents = DynamoDBDocumentClient.from(client);
const TableName = 'js-sdk';

test('the document client writes in batches and reads by pages', async () => {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'artist', AttributeType: 'S' },
        { AttributeName: 'number', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'artist', KeyType: 'HASH' },
        { AttributeName: 'number', KeyType: 'RANGE' },
      ],
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName });
  const puts = Array.from({ length: 25 }, (_, number) => ({
    PutRequest: { Item: { artist: 'a', number, tags: new Set(['x', 'y']), nested: { list: [1, 'two', null, true] } } },
  }));
  const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
  assert.deepEqual(UnprocessedItems, {});

  const numbers = [];
  const query = { TableName, KeyConditionExpression: 'artist = :a AND #n >= :n', Limit: 4,
    ExpressionAttributeNames: { '#n': 'number' }, ExpressionAttributeValues: { ':a': 'a', ':n': 10 }, ScanIndexForward: false };
  let pages = 0;
  for await (const page of paginateQuery({ client: documents }, query)) {
    pages++;
    numbers.push(...page.Items.map(item => item.number));
  }
  assert.deepEqual(numbers, Array.from({ length: 15 }, (_, i) => 24 - i));
  assert.equal(pages, 4);
  let scanned = 0;
  for await (const page of paginateScan({ client: documents }, { TableName, Limit: 10 })) {
    scanned += page.Count;
  }
  assert.equal(scanned, 25);
  const { Item } = await documents.send(new GetCommand({ TableName, Key: { artist: 'a', number: 3 } }));
  assert.deepEqual(Item, { artist: 'a', number: 3, tags: new Set(['x', 'y']), nested: { list: [1, 'two', null, true] } });
});

test('updates, transactions and statements', async () => {
  const { Attributes } = await documents.send(
    new UpdateCommand({ TableName, Key: { artist: 'a', number: 1 }, UpdateExpression: 'ADD plays :one SET #l[0] = :v',
      ExpressionAttributeNames: { '#l': 'list' }, ExpressionAttributeValues: { ':one': 1, ':v': 1 }, ReturnValues: 'ALL_NEW' }),
  ).catch(error => ({ Attributes: error.name }));
  assert.equal(Attributes, 'ValidationException'); // the list does not exist
  const transaction = new TransactWriteCommand({
    TransactItems: [
      { Put: { TableName, Item: { artist: 'b', number: 1 } } },
      { ConditionCheck: { TableName, Key: { artist: 'a', number: 99 }, ConditionExpression: 'attribute_exists(artist)' } },
    ],
  });
  await assert.rejects(documents.send(transaction), error => {
    assert.ok(error instanceof TransactionCanceledException);
    assert.deepEqual(error.CancellationReasons.map(reason => reason.Code), ['None', 'ConditionalCheckFailed']);
    return true;
  });
  const { Items } = await documents.send(
    new ExecuteStatementCommand({ Statement: `SELECT "number" FROM "${TableName}" WHERE artist = ? AND "number" < ?`, Parameters: ['a', 2] }),
  );
  assert.deepEqual(Items, [{ number: 0 }, { number: 1 }]);
});
