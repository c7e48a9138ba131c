import { useState } from 'react';

/** Whether some work is under way, for the button that starts it, and how to start it. */
export const useBusy = <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
  const [isBusy, setIsBusy] = useState(false);
  const start = async (...args: Args): Promise<Result> => {
    setIsBusy(true);
    try {
      return await work(...args);
    } finally {
      setIsBusy(false);
    }
  };
  return [isBusy, start] as const;
};
