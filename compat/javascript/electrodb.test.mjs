// uses electrodb
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Entity, Service } from 'electrodb';

const client = new DynamoDBClient({});
const table = 'js-electrodb';
const Employee = new Entity(
  {
    model: { entity: 'employee', version: '1', service: 'company' },
    attributes: {
      employee: { type: 'string' },
      office: { type: 'string' },
      title: { type: 'string' },
      salary: { type: 'number' },
      skills: { type: 'set', items: 'string' },
      history: { type: 'list', items: { type: 'map', properties: { year: { type: 'number' } } } },
    },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['employee'] }, sk: { field: 'sk', composite: [] } },
      office: { collection: 'workplaces', index: 'gsi1', pk: { field: 'gsi1pk', composite: ['office'] }, sk: { field: 'gsi1sk', composite: ['title', 'employee'] } },
    },
  },
  { client, table },
);
const Office = new Entity(
  {
    model: { entity: 'office', version: '1', service: 'company' },
    attributes: { office: { type: 'string' }, city: { type: 'string' } },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['city'] }, sk: { field: 'sk', composite: ['office'] } },
      office: { collection: 'workplaces', index: 'gsi1', pk: { field: 'gsi1pk', composite: ['office'] }, sk: { field: 'gsi1sk', composite: [] } },
    },
  },
  { client, table },
);

test('entities, collections and transactions of ElectroDB', async () => {
  await client.send(
    new CreateTableCommand({
      TableName: table, BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map(AttributeName => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }],
      GlobalSecondaryIndexes: [{ IndexName: 'gsi1', Projection: { ProjectionType: 'ALL' },
        KeySchema: [{ AttributeName: 'gsi1pk', KeyType: 'HASH' }, { AttributeName: 'gsi1sk', KeyType: 'RANGE' }] }],
    }),
  );
  const company = new Service({ employees: Employee, offices: Office });
  await Office.create({ office: 'north', city: 'Oslo' }).go();
  await Employee.put(['ann', 'bob', 'cid'].map((employee, i) => ({ employee, office: 'north', title: i ? 'engineer' : 'boss', salary: 10 * i }))).go();
  await assert.rejects(Employee.create({ employee: 'ann', office: 'north', title: 'x', salary: 1 }).go(), /conditional request failed/);
  const { data } = await company.collections.workplaces({ office: 'north' }).go();
  assert.equal(data.employees.length, 3);
  assert.deepEqual(data.offices, [{ office: 'north', city: 'Oslo' }]);
  const engineers = await Employee.query.office({ office: 'north' }).begins({ title: 'eng' }).where(({ salary }, { gt }) => gt(salary, 10)).go();
  assert.deepEqual(engineers.data.map(found => found.employee), ['cid']);
  const updated = await Employee.patch({ employee: 'bob' }).add({ salary: 5, skills: ['java'] }).append({ history: [{ year: 2026 }] }).go({ response: 'all_new' });
  assert.equal(updated.data.salary, 15);
  assert.deepEqual(updated.data.skills, ['java']);
  assert.deepEqual(updated.data.history, [{ year: 2026 }]);
  await company.transaction.write(({ employees, offices }) => [
    employees.remove({ employee: 'cid' }).commit(),
    offices.upsert({ office: 'north', city: 'Oslo' }).commit(),
  ]).go();
  const { data: all, cursor } = await Employee.scan.go({ limit: 1 });
  assert.ok(all.length <= 1 && (cursor === null || typeof cursor === 'string'));
  assert.equal((await Employee.get({ employee: 'cid' }).go()).data, null);
});
