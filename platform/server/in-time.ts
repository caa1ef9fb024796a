/** What a question came to, if it was answered within the time; null where it failed or was late. */
export async function inTime<T>(question: Promise<T>, limitMs: number): Promise<{ value: T } | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), limitMs)));
  const answered = question.then(
    (value) => ({ value }),
    () => null,
  );
  const found = await Promise.race([answered, tooLate]);
  clearTimeout(timer);
  return found;
}
