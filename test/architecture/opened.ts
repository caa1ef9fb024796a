import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSync } from 'vite';

// oxlint-disable-next-line typescript/no-explicit-any -- A syntax tree of every kind of node, of which few are looked at.
type Node = any;

/** What an `open-x.ts` exports beside the function that opens it: the types that say what is opened, which belong into `x.ts`. */
export function openedInPlace(file: string): string[] {
  if (!basename(file).startsWith('open-')) return [];
  const source = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const exported = (program.body as Node[]).flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration ? [node.declaration as Node] : [],
  );
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const answers = exported
    .flatMap(opensIn)
    .flatMap(({ name, answer }) => [`typeof ${name}`, answer ? textOf(answer) : '']);
  return exported
    .filter(({ type }) => type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration')
    .filter((type) =>
      answers.some((answer) => new RegExp(`\\b${type.id.name}\\b`).test(answer) || isDerived(type, answer, textOf)),
    )
    .map(({ id }) => id.name as string);
}

/** `ReturnType<typeof openX>` */
const isDerived = (type: Node, answer: string, textOf: (node: Node) => string): boolean =>
  answer.startsWith('typeof ') && new RegExp(`\\b${answer}\\b`).test(textOf(type));

/** The functions of a declaration that open something, with what they say they answer. */
function opensIn(declaration: Node): { name: string; answer?: Node }[] {
  const found =
    declaration.type === 'FunctionDeclaration'
      ? [{ name: declaration.id.name, answer: declaration.returnType }]
      : (declaration.declarations ?? []).map(({ id, init }: Node) => ({ name: id.name, answer: init?.returnType }));
  return found.filter(({ name }: { name: string }) => /^open[A-Z]/.test(name));
}
