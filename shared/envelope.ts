import { failures, type FailureName } from './errors.ts';

/** Every HTTP answer but a file: `code` 0 means `data` is there, any other code names a failure. */
export interface Envelope<D = unknown> {
  code: number;
  data: D;
  msg: string;
}

export const ok = <D>(data: D): Envelope<D> => ({ code: 0, data, msg: '' });

/** `msg` is the detail where there is one, else the key of the text that explains the failure. */
export const failed = (name: FailureName, detail = ''): Envelope<null> => ({
  code: failures[name].code,
  data: null,
  msg: detail || failures[name].key,
});
