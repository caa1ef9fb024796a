import { run } from './run.mjs';

/** Runs the npm that started us, if one did; its settings (npm_config_…) come along in the environment. */
export function npm(...args) {
  const own = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  return run(own[0], [...own.slice(1), ...args], {
    quiet: true,
    shell: own.length === 1 && process.platform === 'win32',
  });
}
