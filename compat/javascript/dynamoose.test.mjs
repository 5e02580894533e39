// uses dynamoose
import assert from 'node:assert/strict';
import { test } from 'node:test';
import dynamoose from 'dynamoose';

test('models of dynamoose', async () => {
  const schema = new dynamoose.Schema(
    {
      owner: { type: String, hashKey: true },
      name: { type: String, rangeKey: true },
      breed: { type: String, index: { name: 'breedIndex', type: 'global', rangeKey: 'age' } },
      age: { type: Number, default: 1 },
      born: Date,
      tags: { type: Set, schema: [String] },
      toys: { type: Array, schema: [{ type: Object, schema: { name: String } }] },
    },
    { timestamps: true },
  );
  const Dog = dynamoose.model('js-dynamoose-dog', schema);
  new dynamoose.Table('js-dynamoose', [Dog]);
  await Dog.create({ owner: 'ann', name: 'Rex', breed: 'pug', age: 3, born: new Date(Date.UTC(2026, 0, 1)), tags: new Set(['a']), toys: [{ name: 'ball' }] });
  await assert.rejects(Dog.create({ owner: 'ann', name: 'Rex' }), { name: 'ConditionalCheckFailedException' });
  await Dog.batchPut([1, 2, 4].map(age => ({ owner: 'bob', name: `dog ${age}`, breed: 'pug', age })));
  const rex = await Dog.get({ owner: 'ann', name: 'Rex' });
  assert.equal(rex.born.getTime(), Date.UTC(2026, 0, 1));
  assert.equal(rex.toys[0].name, 'ball');
  const old = await Dog.query('breed').eq('pug').using('breedIndex').where('age').ge(2).sort('descending').exec();
  assert.deepEqual(old.map(dog => dog.age), [4, 3, 2]);
  const page = await Dog.query('owner').eq('bob').limit(2).exec();
  const rest = await Dog.query('owner').eq('bob').startAt(page.lastKey).exec();
  assert.equal(page.count + rest.count, 3);
  const updated = await Dog.update({ owner: 'ann', name: 'Rex' }, { $ADD: { age: 1 }, $SET: { breed: 'mix' } },
    { condition: new dynamoose.Condition().where('age').eq(3) });
  assert.equal(updated.age, 4);
  await dynamoose.transaction([
    Dog.transaction.update({ owner: 'bob', name: 'dog 1' }, { age: 10 }),
    Dog.transaction.delete({ owner: 'bob', name: 'dog 2' }),
  ]);
  const scanned = await Dog.scan('age').gt(3).exec();
  assert.deepEqual(scanned.map(dog => dog.name).sort(), ['Rex', 'dog 1', 'dog 4']);
  assert.equal((await Dog.batchGet([{ owner: 'bob', name: 'dog 1' }, { owner: 'bob', name: 'dog 2' }])).length, 1);
  await rex.delete();
  assert.equal(await Dog.get({ owner: 'ann', name: 'Rex' }), undefined);
});
