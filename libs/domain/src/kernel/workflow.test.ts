import { expect, test } from 'vitest';
import { defineEvent } from './event.ts';
import { defineWorkflow, whenever } from './workflow.ts';

const opened = defineEvent<{ readonly id: string }>()('Opened', { audit: () => 'It opened.' });

test('a workflow can’t handle the same event twice: one of the two would never run', () => {
  const reaction = whenever(opened, () => []);
  expect(() => defineWorkflow('greeting', [reaction, reaction])).toThrow('greeting: an event is handled twice');
});
