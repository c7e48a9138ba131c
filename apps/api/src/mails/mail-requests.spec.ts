import { pino } from 'pino';
import { MemoryVault } from '../../../../test/support/doubles/memory-vault.ts';
import { TestClock } from '../../../../test/support/worlds/accounts-app.ts';
import type { Mail } from '../adapters/mail/port.ts';
import type { Config } from '../config.ts';
import { MailRequests } from './mail-requests.ts';
import type { MailRequest } from './mail-requests.ts';

const minuteMs = 60_000;
const logger = pino({ level: 'silent' });
const mail: Mail = { to: 'carla@example.com', subject: 'Reset', text: 'A link', html: '' };

interface Facts {
  readonly email: string;
}

const open = (vault = new MemoryVault(), masterKey = Buffer.alloc(32, 1)) => {
  const clock = new TestClock();
  const config = { masterKey, otherMasterKeys: [], publicUrl: 'https://tessera.example' } as unknown as Config;
  const requests = new MailRequests(vault, clock, config, logger);
  const asked: MailRequest<Facts>[] = [];
  let answer: Mail | 'nobody' | null = mail;
  requests.register<Facts>('reset', {
    usefulForMs: minuteMs,
    write: async (request) => {
      asked.push(request);
      await requests.markIssued(request.id);
      return answer;
    },
  });
  return { vault, clock, requests, asked, answerWith: (next: typeof answer) => (answer = next) };
};

const write = async ({ requests }: ReturnType<typeof open>) => (await requests.notices())[0]?.write();

it('[HOU-06] a requested email is kept sealed, survives a restart, and makes its link valid only once', async () => {
  const before = open();
  await before.requests.add(before.requests.newId('reset'), { email: 'carla@example.com' });
  expect(JSON.stringify(await before.vault.inGroup('mail-requests', 'due'))).not.toContain('carla');
  const after = open(before.vault);
  const first = await write(after);
  expect(first).toEqual({ ...mail, messageId: expect.stringMatching(/^reset[.][\w-]+@tessera[.]example$/) });
  expect(await write(after)).toEqual(first);
  expect(after.asked.map(({ facts, isIssued }) => [facts, isIssued])).toEqual([
    [{ email: 'carla@example.com' }, false],
    [{ email: 'carla@example.com' }, true],
  ]);
  await (
    await after.requests.notices()
  )[0]!.onSettled!();
  expect(await after.requests.notices()).toEqual([]);
});

it('[HOU-06] a request for nobody leaves without a trace; one that came too late, or can’t be read anymore, is given up', async () => {
  const asked = open();
  const ask = () => asked.requests.add(asked.requests.newId('reset'), { email: 'carla@example.com' });
  await ask();
  asked.answerWith('nobody');
  expect(await write(asked)).toBeNull();
  expect(await asked.requests.notices()).toEqual([]);
  await ask();
  expect(await write(open(asked.vault, Buffer.alloc(32, 2)))).toBe('too_late');
  asked.clock.pass(minuteMs);
  expect(await write(asked)).toBe('too_late');
});
