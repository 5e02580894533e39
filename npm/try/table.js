'use strict';

const { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } = require('@aws-sdk/client-dynamodb');

/** Creates a table, stores an item and reads it, with a client that has no options: the environment has them. */
exports.roundTrip = async tableName => {
  const client = new DynamoDBClient();
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  await client.send(new PutItemCommand({ TableName: tableName, Item: { id: { S: '1' }, name: { S: tableName } } }));
  const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key: { id: { S: '1' } } }));
  client.destroy();
  return Item;
};
