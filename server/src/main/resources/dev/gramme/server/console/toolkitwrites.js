// The Java of a write with the toolkit, with the records of the loaded model.

import { expression, isMethodName, quoted, simple } from '/console/java.js';
import { kindIn } from '/console/model.js';
import { show } from '/console/values.js';
import { changesOf } from '/console/writes.js';

const variables = template => [...(template ?? '').matchAll(/\{([^{}:]+)[^{}]*\}/g)].map(([, name]) => name);

/** The values of a template's variables in a text, in the order of the variables. */
function match(template, text) {
  const pattern = new RegExp('^' + template.split(/\{[^{}]*\}/).map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.*?)') + '$', 's');
  return pattern.exec(text)?.slice(1) ?? [];
}

/**
 * The code of a write of an item of a kind of the model.
 *
 * @param modelled the table of the model
 * @param items the item before the write, and after it
 * @return undefined if the model does not have the item's kind with all components
 */
export function modelWrite(operation, input, modelled, table, items) {
  const item = { ...items[0], ...(input.Item ?? input.Key) };
  const kind = kindIn(modelled)(item);
  const entity = modelled.entities.find(each => each.name === kind);
  const templates = table.KeySchema.map(({ AttributeName }) => [AttributeName, entity?.keys[AttributeName]]);
  const keys = [...new Set(templates.flatMap(([, template]) => variables(template)))];
  const component = name => entity.attributes.find(each => each.name === name);
  if (!entity || !keys.every(component) || !entity.attributes.every(each => each.javaType)) return undefined;
  const inKeys = Object.fromEntries(templates.flatMap(([name, template]) => variables(template).map((each, at) => [each, match(template, show(item[name]))[at]])));
  const notes = [];
  const type = name => simple(component(name).javaType);
  const expressed = (name, value) => {
    const text = expression(type(name), value);
    if (text === null) notes.push(`Complete the value of ${name}, whose type is ${type(name)}: it is null here.`);
    return text ?? 'null';
  };
  const stored = name => item[component(name).attribute] ?? (inKeys[name] === undefined ? undefined
    : { [/^(?:int|Integer|long|Long|Big\w+)$/.test(type(name)) ? 'N' : 'S']: inKeys[name] });
  const keyParameters = keys.map(name => ({ parameter: `${type(name)} ${name}`, argument: expressed(name, stored(name)) }));
  const result = write => `// The table "${modelled.name}" of the loaded model. The toolkit generates its class from the interface of the table: the name of the
// interface and Table, such as ShopQueriesTable.
${notes.map(note => `// ${note}\n`).join('')}${write}`;
  const patterns = `var patterns = ShopQueriesTable.of(Table.of(dynamo, ShopQueriesTable.schema()).named(${quoted(table.TableName)}));`;
  const added = (annotation, given) => result(`// Add this access pattern to the interface:
//   ${annotation}
//   void write(${given.map(({ parameter }) => parameter).join(', ')});
${patterns}
patterns.write(${given.map(({ argument }) => argument).join(', ')});`);
  switch (operation) {
    case 'PutItem': {
      const record = `new ${kind}(${entity.attributes.map(({ name }) => expressed(name, stored(name))).join(', ')})`;
      const pattern = modelled.patterns.find(each => isMethodName(each.name) && each.shape === 'PUT' && each.entities?.includes(kind));
      return pattern ? result(`${patterns}\npatterns.${pattern.name}(${record});`) : added('@Create', [{ parameter: `${kind} item`, argument: record }]);
    }
    case 'DeleteItem': return added(`@Delete(${kind}.class)`, keyParameters);
    default: {
      const { set, removed } = changesOf(input);
      const changes = [...set, ...removed.map(name => [name])].flatMap(([name, value]) => {
        const found = entity.attributes.find(({ attribute }) => attribute === name);
        if (!found) notes.push(`The attribute ${quoted(name)} is no component of ${kind} and is left out.`);
        return found ? [{ parameter: `${type(found.name)} ${found.name}`, argument: expressed(found.name, value) }] : [];
      });
      return changes.length ? added(`@Update(${kind}.class)`, [...keyParameters, ...changes]) : result(`// The toolkit has no code for this UpdateItem.`);
    }
  }
}
