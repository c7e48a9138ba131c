/**
 * Runs the work in one tab at a time. Browsers have locks only on https and localhost, and refuse them where they block
 * the site's data: the work then runs at once.
 */
export const inOneTab = async <Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> => {
  if (!('locks' in navigator)) return work();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    return (await navigator.locks.request(name, begin)) as Result;
  } catch (error) {
    if (hasBegun) throw error;
    return work();
  }
};
