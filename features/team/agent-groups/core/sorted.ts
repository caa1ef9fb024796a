/**
 * A sorted collection that never changes: every operation answers a new one and shares what stayed the same. Adding,
 * removing, finding and "which place is it?" take a number of steps that grows with the logarithm of the size.
 */
export type Sorted<T> = Branch<T> | null;

interface Branch<T> {
  readonly item: T;
  readonly less: Sorted<T>;
  readonly more: Sorted<T>;
  readonly size: number;
}

export const sizeOf = (tree: Sorted<unknown>): number => (tree === null ? 0 : tree.size);

export function firstOf<T>(tree: Sorted<T>): T | undefined {
  let at = tree;
  while (at?.less) at = at.less;
  return at?.item;
}

/** The first item, in order, that passes; looks no further. */
export function findIn<T>(tree: Sorted<T>, passes: (item: T) => boolean): T | undefined {
  if (tree === null) return undefined;
  const before = findIn(tree.less, passes);
  if (before !== undefined) return before;
  return passes(tree.item) ? tree.item : findIn(tree.more, passes);
}

export function itemsOf<T>(tree: Sorted<T>, into: T[] = []): T[] {
  if (tree === null) return into;
  itemsOf(tree.less, into);
  into.push(tree.item);
  return itemsOf(tree.more, into);
}

/** The operations that need to know the order. Two items with equal keys are the same item. */
export function sortedBy<T, K>(keyOf: (item: T) => K, compare: (a: K, b: K) => number) {
  function put(tree: Sorted<T>, item: T): Branch<T> {
    if (tree === null) return branch(item, null, null);
    const side = compare(keyOf(item), keyOf(tree.item));
    if (side < 0) return balanced(tree.item, put(tree.less, item), tree.more);
    if (side > 0) return balanced(tree.item, tree.less, put(tree.more, item));
    return branch(item, tree.less, tree.more);
  }

  function drop(tree: Sorted<T>, key: K): Sorted<T> {
    if (tree === null) return null;
    const side = compare(key, keyOf(tree.item));
    if (side < 0) {
      const less = drop(tree.less, key);
      return less === tree.less ? tree : balanced(tree.item, less, tree.more);
    }
    if (side > 0) {
      const more = drop(tree.more, key);
      return more === tree.more ? tree : balanced(tree.item, tree.less, more);
    }
    return joined(tree.less, tree.more);
  }

  return {
    put: (tree: Sorted<T>, item: T): Sorted<T> => put(tree, item),
    drop,
    get(tree: Sorted<T>, key: K): T | undefined {
      let at = tree;
      while (at !== null) {
        const side = compare(key, keyOf(at.item));
        if (side === 0) return at.item;
        at = side < 0 ? at.less : at.more;
      }
      return undefined;
    },
    /** How many items come before this key. */
    countBefore(tree: Sorted<T>, key: K): number {
      let before = 0;
      let at = tree;
      while (at !== null) {
        if (compare(key, keyOf(at.item)) <= 0) at = at.less;
        else {
          before += sizeOf(at.less) + 1;
          at = at.more;
        }
      }
      return before;
    },
  };
}

export const byNumber = (a: number, b: number): number => a - b;
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const branch = <T>(item: T, less: Sorted<T>, more: Sorted<T>): Branch<T> => ({
  item,
  less,
  more,
  size: sizeOf(less) + sizeOf(more) + 1,
});

// Weight balance: no side is more than three times as heavy as the other; a heavy side gives a branch up, or its inner one.
const HEAVY = 3;
const INNER = 2;

function balanced<T>(item: T, less: Sorted<T>, more: Sorted<T>): Branch<T> {
  const [left, right] = [sizeOf(less), sizeOf(more)];
  if (left + right <= 1) return branch(item, less, more);
  if (right > HEAVY * left && more) {
    if (sizeOf(more.less) < INNER * sizeOf(more.more))
      return branch(more.item, branch(item, less, more.less), more.more);
    const inner = more.less!;
    return branch(inner.item, branch(item, less, inner.less), branch(more.item, inner.more, more.more));
  }
  if (left > HEAVY * right && less) {
    if (sizeOf(less.more) < INNER * sizeOf(less.less))
      return branch(less.item, less.less, branch(item, less.more, more));
    const inner = less.more!;
    return branch(inner.item, branch(less.item, less.less, inner.less), branch(item, inner.more, more));
  }
  return branch(item, less, more);
}

function joined<T>(less: Sorted<T>, more: Sorted<T>): Sorted<T> {
  if (less === null) return more;
  if (more === null) return less;
  if (less.size > more.size) return balanced(lastOf(less), withoutLast(less), more);
  return balanced(firstOf(more)!, less, withoutFirst(more));
}

function lastOf<T>(tree: Branch<T>): T {
  let at = tree;
  while (at.more) at = at.more;
  return at.item;
}

const withoutFirst = <T>(tree: Branch<T>): Sorted<T> =>
  tree.less === null ? tree.more : balanced(tree.item, withoutFirst(tree.less), tree.more);
const withoutLast = <T>(tree: Branch<T>): Sorted<T> =>
  tree.more === null ? tree.less : balanced(tree.item, tree.less, withoutLast(tree.more));
