import { shortened } from './packet.ts';

it.each(['👩‍👩‍👧', '🇯🇵', 'e\u0301\u0323', '漢'])('[FIX-19] a name in a picture’s rights never ends within %s', (whole) => {
  for (let bytesMax = 1; bytesMax < 100; bytesMax += 1) {
    const kept = shortened(whole.repeat(40), bytesMax);
    expect(kept.replaceAll(whole, '')).toBe('');
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(bytesMax);
  }
});
