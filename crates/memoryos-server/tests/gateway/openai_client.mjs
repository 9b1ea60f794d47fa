// What an app does with OpenAI's own client, through the gateway whose address it is given.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

const [, , baseURL, library] = process.argv;
const { default: OpenAI } = await import(pathToFileURL(library));
const client = new OpenAI({ baseURL, apiKey: 'unused', maxRetries: 0 });
const ask = (content, more = {}, options = {}) =>
  client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content }], ...more }, options);
const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }];

// Plain: what is told in one conversation is used in the next.
const told = await ask('My goat is called Heidi.');
assert.equal(told.memoryos.remembered, true);
const { data, response } = await ask('What is my goat called?').withResponse();
assert.match(data.choices[0].message.content, /Heidi/);
assert.ok(Number(response.headers.get('x-memoryos-recalled')) >= 1);
const off = await ask('What is my goat?', {}, { headers: { 'x-memoryos-recall': 'off' } });
assert.doesNotMatch(off.choices[0].message.content, /Heidi/);
const other = await ask('What is my goat called?', { user: 'bo', memoryos: { remember: false } });
assert.doesNotMatch(other.choices[0].message.content, /Heidi/);
assert.equal(other.memoryos.remembered, false);

// Streamed, as it comes and with a report at its end.
let text = '';
for await (const chunk of await ask('Is my goat a goat?', { stream: true })) {
  assert.equal(chunk.memoryos, undefined);
  text += chunk.choices[0]?.delta?.content ?? '';
}
assert.match(text, /Heidi/);
let last;
for await (const chunk of await ask('How is my goat?', { stream: true, memoryos: { report: true } })) last = chunk;
assert.equal(last.memoryos.remembered, true);
const stream = client.chat.completions.stream({
  model: 'm',
  messages: [{ role: 'user', content: 'My goat?' }],
  memoryos: { report: true },
});
assert.match(await stream.finalContent(), /Heidi/);

// Tools, plain and streamed.
const question = { role: 'user', content: 'How is the weather in Bern?' };
for (const streamed of [false, true]) {
  const body = { model: 'm', messages: [question], tools };
  const message = streamed
    ? await client.chat.completions.stream(body).finalMessage()
    : (await client.chat.completions.create(body)).choices[0].message;
  const [call] = message.tool_calls;
  assert.deepEqual([call.function.name, call.function.arguments], ['weather', '{"city": "Bern"}']);
  const result = { role: 'tool', tool_call_id: call.id, content: '12 degrees' };
  const messages = [question, { role: 'assistant', content: null, tool_calls: [call] }, result];
  const answered = await client.chat.completions.create({ model: 'm', messages, tools });
  assert.match(answered.choices[0].message.content, /Bern/);
}

// Errors keep their kind.
for (const [model, kind] of [
  ['busy', OpenAI.RateLimitError],
  ['broken', OpenAI.InternalServerError],
  ['unknown', OpenAI.NotFoundError],
]) {
  for (const stream of [false, true]) {
    const failed = await client.chat.completions.create({ model, messages: [question], stream }).catch((e) => e);
    assert.ok(failed instanceof kind, String(failed));
    assert.match(failed.message, new RegExp(`the model ${model} says no`));
  }
}
const slip = await ask('Hi', { memoryos: { recal: false } }).catch((error) => error);
assert.equal(slip.code, 'invalid_request');

const models = [];
for await (const model of client.models.list()) models.push(model.id);
assert.deepEqual(models, ['m']);
console.log('done');
