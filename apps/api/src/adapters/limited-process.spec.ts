import { tmpdir } from 'node:os';
import type { Limits } from './limited-process.ts';
import { runLimited } from './limited-process.ts';

const never = new AbortController().signal;
const limits: Limits = { timeMaxMs: 20_000, processorSecondsMax: 90, memoryMaxKilobytes: 1_500_000, priority: 10 };
const shell = (script: string, signal = never) =>
  runLimited({ program: '/bin/sh', args: ['-c', script], folder: tmpdir(), limits, signal });

(process.platform === 'win32' ? describe.skip : describe)('a program that runs within limits', () => {
  it('has so much time, memory and disk, and leaves no core behind', async () => {
    const { ok, printed } = await shell('{ ulimit -t; ulimit -f; ulimit -c; } >&2');
    expect({ ok, limits: printed.trim().split('\n') }).toEqual({ ok: true, limits: ['90', '131072', '0'] });
    if (process.platform === 'linux') expect((await shell('ulimit -d >&2')).printed).toBe('1500000\n');
  });

  it('yields to everyone else', async () => {
    if (process.platform === 'linux') expect((await shell('sleep 0.2; nice >&2')).printed).toBe('10\n');
  });

  it('learns no secret of this process', async () => {
    process.env['A_SECRET_OF_THE_TEST'] = 'hidden';
    expect((await shell('env >&2')).printed).not.toContain('hidden');
    delete process.env['A_SECRET_OF_THE_TEST'];
  });

  it('says how it ended, and the end of what it printed', async () => {
    expect(await shell('echo why >&2; exit 3')).toEqual({ ok: false, exceeded: false, printed: 'why\n' });
    expect(await shell('kill -XCPU $$')).toMatchObject({ ok: false, exceeded: true });
    const { printed } = await shell('i=0; while [ $i -lt 3000 ]; do echo $i >&2; i=$((i+1)); done');
    expect(printed).toMatch(/2999\n$/);
    expect(printed.length).toBeLessThanOrEqual(8_000);
  });

  it('ends when it is told to, and only then is it over', async () => {
    const stop = new AbortController();
    const running = shell('exec sleep 60', stop.signal);
    stop.abort();
    await expect(running).rejects.toThrow(/abort/);
  });

  it('that is not there is no fault of the file', async () => {
    await expect(
      runLimited({ program: '/nowhere/ffmpeg', args: [], folder: tmpdir(), limits, signal: never }),
    ).rejects.toThrow(/can’t be run/);
  });
});
