// uses dynamodb-onetable
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Dynamo } from 'dynamodb-onetable/Dynamo';
import { Table } from 'dynamodb-onetable';

const table = new Table({
  name: 'js-onetable',
  client: new Dynamo({ client: new DynamoDBClient({}) }),
  partial: true,
  schema: {
    format: 'onetable:1.1.0',
    version: '0.0.1',
    indexes: { primary: { hash: 'pk', sort: 'sk' }, gs1: { hash: 'gs1pk', sort: 'gs1sk', follow: true } },
    models: {
      Account: {
        pk: { type: String, value: 'account:${name}' },
        sk: { type: String, value: 'account:' },
        id: { type: String, generate: 'ulid' },
        name: { type: String, required: true, unique: true },
        balance: { type: Number, default: 0 },
        address: { type: Object, schema: { city: { type: String }, zip: { type: String } } },
      },
      User: {
        pk: { type: String, value: 'account:${accountName}' },
        sk: { type: String, value: 'user:${email}' },
        accountName: { type: String },
        email: { type: String, required: true },
        status: { type: String, default: 'active', enum: ['active', 'inactive'] },
        gs1pk: { type: String, value: 'user:' },
        gs1sk: { type: String, value: 'user:${email}' },
        created: { type: Date },
      },
    },
    params: { isoDates: true, timestamps: true },
  },
});
const Account = table.getModel('Account');
const User = table.getModel('User');

test('models are created, found and updated', async () => {
  await table.createTable();
  assert.ok(await table.exists());
  const account = await Account.create({ name: 'Acme', address: { city: 'Rome', zip: '1' } });
  assert.equal(account.id.length, 26);
  await assert.rejects(Account.create({ name: 'Acme' }), { code: 'UniqueError' });
  await Account.update({ name: 'Acme', address: { zip: '2' } }, { add: { balance: 7 } });
  const changed = await Account.get({ name: 'Acme' });
  assert.equal(changed.balance, 7);
  assert.deepEqual(changed.address, { city: 'Rome', zip: '2' });
  for (const email of ['c@x', 'a@x', 'b@x']) {
    await User.create({ accountName: 'Acme', email });
  }
  const page = await User.find({ accountName: 'Acme' }, { limit: 2 });
  assert.deepEqual(page.map(user => user.email), ['a@x', 'b@x']);
  const rest = await User.find({ accountName: 'Acme' }, { limit: 2, next: page.next });
  assert.deepEqual(rest.map(user => user.email), ['c@x']);
  const byIndex = await User.find({ email: 'b@x' }, { index: 'gs1' });
  assert.equal(byIndex[0].accountName, 'Acme');
});

test('transactions, batches and collections', async () => {
  const transaction = {};
  await User.create({ accountName: 'Acme', email: 'd@x' }, { transaction });
  await Account.update({ name: 'Acme' }, { set: { balance: '${balance} + {1}' }, transaction });
  await table.transact('write', transaction);
  assert.equal((await Account.get({ name: 'Acme' })).balance, 8);
  const batch = {};
  await User.get({ accountName: 'Acme', email: 'a@x' }, { batch });
  await User.get({ accountName: 'Acme', email: 'd@x' }, { batch });
  const users = await table.batchGet(batch, { parse: true });
  assert.equal(users.length, 2);
  const items = table.groupByType(await table.queryItems({ pk: 'account:Acme' }, { parse: true, hidden: true }));
  assert.equal(items.User.length, 4);
  assert.equal(items.Account.length, 1);
  await User.remove({ accountName: 'Acme', email: 'd@x' });
  assert.equal(await User.get({ accountName: 'Acme', email: 'd@x' }), undefined);
  assert.equal((await User.scan({}, { where: "${status} = {active}" })).length, 3);
});
