import { createHash } from 'node:crypto';

/** A package of npm and what of it is kept. */
export interface KitPackage {
  name: string;
  version: string;
  /** Of the packed package, as npm itself writes it. */
  integrity: string;
  /** Size of the packed package. */
  bytes: number;
  /** Where a file of the package goes within the kit; null when it is not needed. */
  place(path: string): string | null;
}

/** Platforms for which the runtime of the models is made. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

/**
 * Everything speech needs besides ourselves: models (Moonshine tiny: MIT; Silero: MIT), their runtime (MIT), the tokens of the model (MIT)
 * and espeak-ng (GPL-3, which runs in a process of its own). About 150 MB to fetch, 80 MB to keep, so not among our dependencies.
 */
export function kitPackages(
  platform = process.platform as string,
  arch = process.arch as string,
): readonly KitPackage[] {
  const binaries = `bin/napi-v6/${platform}/${arch}/`;
  const inside = (name: string, wanted: RegExp) => (path: string) =>
    wanted.test(path) ? `node_modules/${name}/${path}` : null;
  return [
    {
      name: '@moonshine-ai/moonshine-js',
      version: '0.1.29',
      integrity: 'sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
      bytes: 21_514_347,
      place: (path) =>
        ({
          'dist/model/tiny/quantized/encoder_model.onnx': KIT_FILES.encoder,
          'dist/model/tiny/quantized/decoder_model_merged.onnx': KIT_FILES.decoder,
          LICENSE: 'models/LICENSE.moonshine',
        })[path] ?? null,
    },
    {
      name: '@ricky0123/vad-web',
      version: '0.0.31',
      integrity: 'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
      bytes: 5_471_324,
      place: (path) => (path === 'dist/silero_vad_v5.onnx' ? KIT_FILES.detector : null),
    },
    {
      name: 'onnxruntime-node',
      version: '1.30.0',
      integrity: 'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
      bytes: 113_507_888,
      place: (path) =>
        path.startsWith(binaries)
          ? `node_modules/onnxruntime-node/${path}`
          : inside('onnxruntime-node', /^(package\.json|dist\/[^/]+\.js)$/)(path),
    },
    {
      name: 'onnxruntime-common',
      version: '1.30.0',
      integrity: 'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
      bytes: 66_795,
      place: inside('onnxruntime-common', /^(package\.json|dist\/cjs\/.*\.(js|json))$/),
    },
    {
      name: 'llama-tokenizer-js',
      version: '1.2.2',
      integrity: 'sha512-Wmth393dc3odWU3IzARJ3r2oIfWgw9GdJ5Gm+hGhfECNO18UHLRqEFSf511jn4E9KcQGzuuKw4Wl08pHAemLAw==',
      bytes: 388_950,
      place: inside('llama-tokenizer-js', /^(package\.json|llama-tokenizer\.js|LICENSE\.md)$/),
    },
    {
      name: '@echogarden/espeak-ng-emscripten',
      version: '0.3.5',
      integrity: 'sha512-Izbkm7NWccwb//RKgOp1/0k21StKN1DFIn+K7GU1XN7n6pmSi4bsk/0tYUsgQbysC4GVyrVompNmLInU/BFE+A==',
      bytes: 12_528_264,
      place: inside('@echogarden/espeak-ng-emscripten', /^(package\.json|espeak-ng\.(js|data)|COPYING|README\.md)$/),
    },
  ];
}

/** Where things lie within the kit; it is not whole without them. */
export const KIT_FILES = {
  encoder: 'models/moonshine-tiny-encoder.onnx',
  decoder: 'models/moonshine-tiny-decoder.onnx',
  detector: 'models/silero-v5.onnx',
  runtime: 'node_modules/onnxruntime-node/package.json',
  runtimeCommon: 'node_modules/onnxruntime-common/package.json',
  tokens: 'node_modules/llama-tokenizer-js/llama-tokenizer.js',
  voice: 'node_modules/@echogarden/espeak-ng-emscripten/espeak-ng.js',
  voiceData: 'node_modules/@echogarden/espeak-ng-emscripten/espeak-ng.data',
} as const;

/** Null where the kit can run; otherwise why it cannot. */
export function whyNoKit(platform = process.platform as string, arch = process.arch as string): string | null {
  return PLATFORMS.includes(`${platform}-${arch}`)
    ? null
    : `the speech models have no runtime for ${platform} on ${arch}`;
}

/** Changes with any package: a kit of another version is another folder. */
export function kitVersion(packages: readonly KitPackage[]): string {
  const hash = createHash('sha256');
  for (const { name, version, integrity } of packages) hash.update(`${name}@${version} ${integrity}\n`);
  return hash.digest('hex').slice(0, 12);
}
