/**
 * Stands in for zod in the pages' build. Contracts describe input and answers with zod, but a page that only
 * calls the server never checks anything, and zod is a tenth of its first load. So here a schema is only
 * written down; it is built when somebody checks with it, on pages that load `load-zod.ts` (every form does).
 *
 * 1. Whatever makes a schema (`z.object(…)`, `.optional()`, `.shape.name`) is recorded as one more step.
 * 2. Whatever reads a schema (`safeParse`, `options`, …) builds the real one first.
 * 3. What a schema was made of is known without building it: the choices of `z.enum([…])`, which filters and forms list.
 * 4. Functions and objects inside a schema may give further records; they are built on their way out.
 */
type Step = { get: PropertyKey } | { call: unknown[] };
interface Note {
  after: Note | null;
  step: Step | null;
}

const READS = new Set<PropertyKey>([
  'parse',
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'spa',
  'decode',
  'safeDecode',
  'encode',
  'safeEncode',
  'options',
  'enum',
  'value',
  'values',
  'def',
  '_def',
  '_zod',
  'type',
  'format',
  'description',
  'toJSONSchema',
  'minLength',
  'maxLength',
  'minValue',
  'maxValue',
  'isOptional',
  'isNullable',
  'isInt',
  '~standard',
]);

let zod: unknown = null;
const notes = new WeakMap<object, Note>();
const built = new WeakMap<Note, unknown>();

/** Gives the real zod; from now on schemas can check. */
export const giveZod = (real: unknown): void => void (zod = real);

function build(note: Note): unknown {
  if (note.after === null) return zod;
  if (built.has(note)) return built.get(note);
  const { after, step } = note;
  let made: unknown;
  if (step && 'call' in step) {
    // The step before names the function, the one before that is what it belongs to.
    const owner = after.step && 'get' in after.step && after.after ? build(after.after) : undefined;
    made = Reflect.apply(build(after) as () => unknown, owner, step.call.map(real));
  } else {
    made = Reflect.get(Object(build(after)), step!.get, build(after));
  }
  built.set(note, made);
  return made;
}

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype;

/** The schema itself: builds a record, and what lists, objects and functions hold or give; leaves the rest alone. */
export function real(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return value.map(real);
    if (!isPlain(value)) return value;
    const copy = {};
    for (const [name, one] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      // A getter is how a schema speaks of itself; it is asked late here too.
      Object.defineProperty(
        copy,
        name,
        one.get ? { ...one, get: () => real(one.get!.call(value)) } : { ...one, value: real(one.value) },
      );
    }
    return copy;
  }
  if (typeof value !== 'function') return value;
  const note = notes.get(value);
  if (note) return build(note);
  return (...given: unknown[]) => real(Reflect.apply(value, undefined, given));
}

function read(note: Note): object {
  if (zod === null)
    throw new Error("A schema is checked on a page that has not loaded zod: import '#platform/web/load-zod.ts'.");
  return Object(build(note)) as object;
}

/** The choices of a schema, where it is a list of them and nothing else. */
function choicesOf({ after, step }: Note): unknown[] | null {
  const made = after?.step;
  const isEnum = made && 'get' in made && made.get === 'enum' && after.after?.after === null;
  return isEnum && step && 'call' in step && Array.isArray(step.call[0]) ? step.call[0] : null;
}

function record(note: Note): unknown {
  // A function, so that every record can be called.
  const proxy = new Proxy(() => {}, {
    get(_, name) {
      if (name === 'options') {
        const choices = choicesOf(note);
        if (choices) return choices;
      }
      if (note.after !== null && READS.has(name)) {
        const found: unknown = Reflect.get(read(note), name);
        return typeof found === 'function' ? found.bind(read(note)) : found;
      }
      // Printing and waiting look for these on everything.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
      return record({ after: note, step: { get: name } });
    },
    apply: (_, __, given) => record({ after: note, step: { call: given } }),
    ownKeys: () => Reflect.ownKeys(read(note)),
    getOwnPropertyDescriptor(_, name) {
      const found = Reflect.getOwnPropertyDescriptor(read(note), name);
      return found && { ...found, configurable: true };
    },
    has: (_, name) => Reflect.has(read(note), name),
  });
  notes.set(proxy, note);
  return proxy;
}

/** The namespace contracts import. */
export const z = record({ after: null, step: null });
export default z;
