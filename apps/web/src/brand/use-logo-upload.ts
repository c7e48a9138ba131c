import type { NewLogo } from '@tessera/contract/accounts/profile';
import { useState } from 'react';
import { ApiError, put } from '../kernel/send.ts';
import { UploadFailed } from '../uploads/public.ts';

const tickMs = 300;
const tickPercent = 10;
/** The remaining percent follow when the server has answered. */
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

/** Uploads a logo. Such a small file has no progress worth measuring: the bar advances by a timer to show activity. */
export const useLogoUpload = () => {
  const [percent, setPercent] = useState<number | null>(null);
  /**
   * Resolves to the logo's address once the full bar has been shown.
   *
   * @throws the server's refusal, or `UploadFailed`
   */
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
  /** `percent` is null while nothing is being uploaded. */
  return { percent, upload };
};
