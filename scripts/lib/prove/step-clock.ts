/**
 * Loaded before the product in a process of a run (`--import`): its wall clock is set forward or back when told so, as by somebody at
 * the machine. What counts evenly (`performance.now`, timers) is left alone, as it is by the system.
 */
const TrueDate = Date;
let offMs = 0;

const Stepped = new Proxy(TrueDate, {
  construct: (target, given: unknown[], made) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + offMs] : given, made) as object,
  apply: (target) => new target(target.now() + offMs).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => target.now() + offMs : (Reflect.get(target, name, receiver) as unknown),
});
globalThis.Date = Stepped;

process.on('message', (message: { stepMs?: number }) => {
  if (typeof message?.stepMs === 'number') offMs += message.stepMs;
});
// The product's own channel to whoever started it must not keep it alive.
process.channel?.unref();
