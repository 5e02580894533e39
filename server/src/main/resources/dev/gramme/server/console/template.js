// Templates as texts: JSON, or YAML with the short forms of CloudFormation's functions. The library for YAML is loaded for the first YAML.

const MAX_CHARACTERS = 2_000_000;
const KINDS = ['scalar', 'sequence', 'mapping'];

/** The long form of a function in its short form, such as !GetAtt Table.Arn. */
function longForm(tag, value) {
  const name = tag.slice(1);
  if (name === 'Ref' || name === 'Condition') return { [name]: value };
  return { ['Fn::' + name]: name === 'GetAtt' && typeof value === 'string' ? value.split(/\.(.*)/s).slice(0, 2) : value };
}

/** The value of a text in JSON or YAML; throws an Error with the place if it is neither. */
export async function valueOf(text) {
  if (text.length > MAX_CHARACTERS) throw new Error(`The text has more than ${MAX_CHARACTERS.toLocaleString('en')} characters.`);
  if (/^\s*[{[]/.test(text)) {
    try { return JSON.parse(text); } catch (e) { throw new Error('This is not JSON: ' + e.message); }
  }
  const yaml = await import('/console/yaml.js');
  // CloudFormation has neither dates nor merged maps.
  const schema = yaml.CORE_SCHEMA.extend(KINDS.map(kind => new yaml.Type('!', { kind, multi: true, construct: (value, tag) => longForm(tag, value) })));
  let value;
  try { value = yaml.load(text, { schema }); } catch (e) { throw new Error('This is not YAML: ' + e.message); }
  if (!value || typeof value !== 'object') throw new Error('This is neither JSON nor YAML of a table, a template or a model.');
  return value;
}

/** A value as YAML. */
export async function yamlOf(value) {
  const yaml = await import('/console/yaml.js');
  return yaml.dump(value, { noRefs: true, lineWidth: -1 });
}
