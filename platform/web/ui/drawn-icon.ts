import { createElement, type ReactNode, type SVGProps } from 'react';

/** What a file of lucide says of an icon. */
interface IconData {
  node: readonly (readonly [string, Record<string, string>])[];
}
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string; children?: ReactNode };

const isLabelled = (props: object): boolean =>
  Object.keys(props).some((name) => name.startsWith('aria-') || name === 'role' || name === 'title');

/** Draws an icon as lucide does, without what we never ask it for: names of classes, defaults from a context, lines of constant width. */
const drawnIcon = ({ node }: IconData) =>
  function Icon({ size = 24, color = 'currentColor', children, ...rest }: IconProps) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color,
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(children || isLabelled(rest) ? {} : { 'aria-hidden': true }),
        ...rest,
      },
      ...node.map(([name, attributes]) => createElement(name, attributes)),
      children,
    );
  };

export default drawnIcon;
