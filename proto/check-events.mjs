// Whether asyncapi.yaml is AsyncAPI 3.0 by its own parser, and whether every schema in events/ is one that the example in
// it meets and that refuses an event with something missing or of another kind. Needs no network.
import { readdir, readFile } from 'node:fs/promises';
import { Parser } from '@asyncapi/parser';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

const here = new URL('.', import.meta.url);
const problems = [];

const source = new URL('asyncapi.yaml', here);
const { document, diagnostics } = await new Parser().parse(await readFile(source, 'utf8'), {
  source: source.pathname,
});
// Severity 0 is an error, 1 a warning. A newer AsyncAPI is no concern of ours.
const serious = diagnostics.filter((one) => one.severity < 2 && one.code !== 'asyncapi-latest-version');
for (const one of serious) problems.push(`asyncapi.yaml: ${one.path.join('.')}: ${one.message} (${one.code})`);

const ajv = new Ajv({ allErrors: true, strict: true, keywords: ['x-unit'], strictRequired: false, allowUnionTypes: true });
addFormats(ajv);
const schemas = new Map();
const validators = new Map();
for (const file of (await readdir(new URL('events/', here))).sort()) {
  const schema = JSON.parse(await readFile(new URL(`events/${file}`, here), 'utf8'));
  schemas.set(file.replace(/\.json$/, ''), schema);
}
for (const [type, schema] of schemas) {
  const validate = ajv.compile(schema);
  validators.set(type, validate);
  const [example] = schema.examples ?? [];
  if (!validate(example)) problems.push(`${type}: its example does not meet it: ${ajv.errorsText(validate.errors)}`);
  for (const field of schema.required) {
    const { [field]: _, ...without } = example;
    if (validate(without)) problems.push(`${type}: an event without ${field} meets it`);
  }
  const data = schema.properties.data;
  for (const field of data.required ?? []) {
    const { [field]: _, ...without } = example.data;
    if (validate({ ...example, data: without })) problems.push(`${type}: an event without data.${field} meets it`);
  }
  for (const field of Object.keys(data.properties)) {
    if (validate({ ...example, data: { ...example.data, [field]: { not: ['this'] } } }))
      problems.push(`${type}: any data.${field} meets it`);
  }
  if (validate({ ...example, type: `${type}x` })) problems.push(`${type}: an event of another type meets it`);
}

const messages = document?.allMessages().all() ?? [];
const described = new Set(messages.map((message) => message.name()));
for (const type of schemas.keys()) if (!described.has(type)) problems.push(`asyncapi.yaml has no message ${type}`);
for (const message of messages) {
  const name = message.name();
  if (!schemas.has(name)) problems.push(`asyncapi.yaml: ${name} has no schema in events/`);
  else if (message.examples().all().length === 0) problems.push(`asyncapi.yaml: ${name} has no example`);
  else if (!message.examples().all().every((example) => validators.get(name)(example.payload())))
    problems.push(`asyncapi.yaml: ${name}: an example does not meet its schema`);
  else if (message.json().payload?.schema?.title !== name) problems.push(`asyncapi.yaml: ${name} has another type's schema`);
}
for (const channel of document?.allChannels().all() ?? []) {
  if (!/^(saffron|push|dlq)\.v1\./.test(channel.address())) problems.push(`asyncapi.yaml: ${channel.address()}`);
  if (channel.operations().all().length === 0) problems.push(`asyncapi.yaml: nobody sends to ${channel.id()}`);
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${schemas.size} types of events, each with a schema that its example meets`);
