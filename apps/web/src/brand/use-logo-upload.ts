import type { NewLogo } from '@tessera/contract/accounts/profile';
import { useState } from 'react';
import { ApiError, put } from '../kernel/send.ts';
import { UploadFailed } from '../uploads/public.ts';

const tickMs = 300;
const tickPercent = 10;
/** The rest is done when the server has answered. */
const tickedPercentMax = 90;
const doneShownMs = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

const send = async (file: File) => {
  try {
    return await put<NewLogo>('/api/profile/logo', file);
  } catch (error) {
    throw isRefusal(error) ? error : new UploadFailed('There was a problem uploading your logo');
  }
};

/** Stores a logo. So small a file has no progress worth measuring: the bar ticks, so that it is seen to continue. */
export const useLogoUpload = () => {
  const [percent, setPercent] = useState<number | null>(null);
  /** Answers its address once the finished bar was seen. @throws what it was refused with, or `UploadFailed` */
  const upload = async (file: File): Promise<string> => {
    setPercent(0);
    const ticking = setInterval(
      () => setPercent((before) => Math.min((before ?? 0) + tickPercent, tickedPercentMax)),
      tickMs,
    );
    try {
      const { logo_url: address } = await send(file).finally(() => clearInterval(ticking));
      setPercent(100);
      await pause(doneShownMs);
      return address;
    } finally {
      setPercent(null);
    }
  };
  /** `percent` is null while nothing is on its way. */
  return { percent, upload };
};
