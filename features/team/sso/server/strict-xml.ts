import { createRequire } from 'node:module';
import { refused } from './refusal.ts';

/** As much of a document as is read here. The parser's own types would bring the browser's into the server. */
interface XmlNode {
  nodeType: number;
  nodeValue: string | null;
  childNodes: ArrayLike<XmlNode>;
  parentNode: XmlNode | null;
}
export interface XmlElement extends XmlNode {
  namespaceURI: string | null;
  localName: string;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
}
type Parser = new (options: object) => {
  parseFromString(xml: string, type: string): { documentElement?: XmlElement } | undefined;
};
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as { DOMParser: Parser };

export const ns = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const;
type Namespace = keyof typeof ns;

const ELEMENT = 1;
const TEXT = 3;
const COMMENT = 8;
const MAX_DEPTH = 50;

/**
 * Reads XML that strangers send. Whatever could make two readers see two texts is refused: document types and entities,
 * comments (unless allowed), CDATA, instructions, and anything not well formed.
 */
export function parseStrict(xml: string, { comments = false } = {}): XmlElement {
  const body = xml.replace(/^\ufeff?\s*<\?xml\s[^?<>]*\?>/, '');
  const marks = body.match(/<[!?](--)?/g) ?? [];
  if (marks.some((mark) => !(comments && mark === '<!--')) || body.includes('\0')) refused('malformed');
  const stop = (): never => refused('malformed');
  const parsed = new DOMParser({ errorHandler: { warning: stop, error: stop, fatalError: stop } }).parseFromString(
    body,
    'text/xml',
  );
  const root = parsed?.documentElement ?? stop();
  refuseDepth(root);
  return root;
}

/** Whatever is read further calls itself for every level. */
function refuseDepth(root: XmlElement): void {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) refused('malformed');
    level = level.flatMap(children);
  }
}

export const isNamed = (element: XmlElement, space: Namespace, name: string): boolean =>
  element.namespaceURI === ns[space] && element.localName === name;

export const children = (element: XmlElement): XmlElement[] =>
  Array.from(element.childNodes).filter((node) => node.nodeType === ELEMENT) as XmlElement[];

export const childrenNamed = (element: XmlElement, space: Namespace, name: string): XmlElement[] =>
  children(element).filter((child) => isNamed(child, space, name));

/** The one child of that name. */
export function onlyChild(element: XmlElement, space: Namespace, name: string): XmlElement {
  const [found, ...more] = childrenNamed(element, space, name);
  return found && more.length === 0 ? found : refused('malformed');
}

/** The element and everything inside it. */
export const everything = (element: XmlElement): XmlElement[] => [element, ...children(element).flatMap(everything)];

/** The text of an element that holds nothing else. */
export function textOf(element: XmlElement): string {
  const nodes = Array.from(element.childNodes).filter((node) => node.nodeType !== COMMENT);
  if (nodes.some((node) => node.nodeType !== TEXT)) refused('malformed');
  return nodes
    .map((node) => node.nodeValue ?? '')
    .join('')
    .trim();
}

export const attribute = (element: XmlElement, name: string): string | null =>
  element.hasAttribute(name) ? element.getAttribute(name) : null;
