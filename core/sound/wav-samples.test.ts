import { expect, test } from 'vitest';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { wavSamples } from './wav-samples.ts';

/** A file of one kind with these bytes of sound. */
function wav(
  { format, channels = 1, rate = 8_000, bits }: { format: number; channels?: number; rate?: number; bits: number },
  bytes: readonly number[],
  { extra = [] as readonly number[], extensible = false } = {},
): Uint8Array {
  const head = new DataView(new ArrayBuffer(extensible ? 40 : 16));
  head.setUint16(0, extensible ? 0xfffe : format, true);
  head.setUint16(2, channels, true);
  head.setUint32(4, rate, true);
  head.setUint16(14, bits, true);
  if (extensible) head.setUint16(24, format, true);
  const chunk = (name: string, content: readonly number[]): number[] => [
    ...Buffer.from(name),
    content.length & 255,
    (content.length >> 8) & 255,
    0,
    0,
    ...content,
    ...(content.length % 2 ? [0] : []),
  ];
  return Uint8Array.from([
    ...Buffer.from('RIFF\0\0\0\0WAVE'),
    ...(extra.length > 0 ? chunk('LIST', extra) : []),
    ...chunk('fmt ', [...new Uint8Array(head.buffer)]),
    ...chunk('data', bytes),
  ]);
}
const half = 16_384;
const floats = (...values: number[]) => [...new Uint8Array(Float32Array.from(values).buffer)];
const doubles = (...values: number[]) => [...new Uint8Array(Float64Array.from(values).buffer)];

test.each([
  ['8 bit', wav({ format: 1, bits: 8 }, [128, 192, 64]), [0, half, -half]],
  ['16 bit', wav({ format: 1, bits: 16 }, [0, 0, 0, 64, 0, 192]), [0, half, -half]],
  ['24 bit', wav({ format: 1, bits: 24 }, [0, 0, 0, 0, 0, 64, 0, 0, 192]), [0, half, -half]],
  ['32 bit', wav({ format: 1, bits: 32 }, [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 192]), [0, half, -half]],
  ['floating 32 bit', wav({ format: 3, bits: 32 }, floats(0, 0.5, -0.5, 3, Number.NaN)), [0, half, -half, 32_767, 0]],
  ['floating 64 bit', wav({ format: 3, bits: 64 }, doubles(0, 0.5, -0.5)), [0, half, -half]],
  ['µ-law', wav({ format: 7, bits: 8 }, [0xff, 0x80, 0x00]), [0, 32_124, -32_124]],
  ['A-law', wav({ format: 6, bits: 8 }, [0xd5, 0xaa, 0x2a]), [8, 32_256, -32_256]],
  ['two channels, mixed', wav({ format: 1, bits: 16, channels: 2 }, [0, 64, 0, 0, 0, 64, 0, 64]), [half / 2, half]],
  [
    'extensible, after another chunk',
    wav({ format: 1, bits: 16 }, [0, 64], { extra: [1, 2, 3], extensible: true }),
    [half],
  ],
])('[CC-06] a WAV file of %s is read', (_, file, samples) => {
  expect(wavSamples(file)).toEqual({ rate: 8_000, samples: Int16Array.from(samples) });
});

test('[CC-06] what is no WAV sound is not read, and what was cut short is read as far as it goes', () => {
  const whole = pcmWav(Int16Array.from([1, 2, 3, 4]), { rate: 16_000, channels: 1 });
  expect(wavSamples(whole.subarray(0, whole.length - 3))).toEqual({ rate: 16_000, samples: Int16Array.from([1, 2]) });
  for (const wrong of [
    new Uint8Array(),
    new TextEncoder().encode('RIFF    WAVE'),
    whole.subarray(0, 30),
    wav({ format: 85, bits: 16 }, [0, 0]),
    wav({ format: 1, bits: 16, channels: 0 }, [0, 0]),
    wav({ format: 1, bits: 16, rate: 0 }, [0, 0]),
    wav({ format: 1, bits: 12 }, [0, 0]),
  ])
    expect(wavSamples(wrong)).toBeNull();
});
