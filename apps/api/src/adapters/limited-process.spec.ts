import { tmpdir } from 'node:os';
import type { Limits } from './limited-process.ts';
import { runLimited } from './limited-process.ts';

const never = new AbortController().signal;
const limits: Limits = { timeMaxMs: 20_000, processorSecondsMax: 90, memoryMaxKilobytes: 1_500_000, priority: 10 };
const shell = (script: string, signal = never) =>
  runLimited({ program: '/bin/sh', args: ['-c', script], folder: tmpdir(), limits, signal });

(process.platform === 'win32' ? describe.skip : describe)('a program that runs within limits', () => {
  it('is limited in time, memory and disk, and dumps no core', async () => {
    const { ok, stderr } = await shell('{ ulimit -t; ulimit -f; ulimit -c; } >&2');
    expect({ ok, limits: stderr.trim().split('\n') }).toEqual({ ok: true, limits: ['90', '131072', '0'] });
    if (process.platform === 'linux') expect((await shell('ulimit -d >&2')).stderr).toBe('1500000\n');
  });

  it('runs at a low priority', async () => {
    if (process.platform === 'linux') expect((await shell('sleep 0.2; nice >&2')).stderr).toBe('10\n');
  });

  it('learns no secret of this process', async () => {
    process.env['A_SECRET_OF_THE_TEST'] = 'hidden';
    expect((await shell('env >&2')).stderr).not.toContain('hidden');
    delete process.env['A_SECRET_OF_THE_TEST'];
  });

  it('reports how it ended, and the end of its stderr', async () => {
    expect(await shell('echo why >&2; exit 3')).toEqual({ ok: false, exceeded: false, stderr: 'why\n' });
    expect(await shell('kill -XCPU $$')).toMatchObject({ ok: false, exceeded: true });
    const { stderr } = await shell('i=0; while [ $i -lt 3000 ]; do echo $i >&2; i=$((i+1)); done');
    expect(stderr).toMatch(/2999\n$/);
    expect(stderr.length).toBeLessThanOrEqual(8_000);
  });

  it('rejects once an abort has ended it', async () => {
    const stop = new AbortController();
    const running = shell('exec sleep 60', stop.signal);
    stop.abort();
    await expect(running).rejects.toThrow(/abort/);
  });

  it('rejects if it does not exist, as that is not the fault of the file', async () => {
    await expect(
      runLimited({ program: '/nowhere/ffmpeg', args: [], folder: tmpdir(), limits, signal: never }),
    ).rejects.toThrow(/can’t be run/);
  });
});
