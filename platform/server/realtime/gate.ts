/** Lets at most `width` pieces of work run at a time; the others wait in line. */
export function gate(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside === width) await new Promise<void>((enter) => line.push(enter));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
