import { Box, Flex } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  hasPendingUpload,
  initialUploadBecomesPending,
  isSavingPendingUpload,
  pendingProgressAtom,
  savePendingUpload,
  takePendingUpload,
} from './pending-upload.ts';
import { userIdAtom } from '../../kernel/reading/queries.ts';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { UploadFailed } from '../sending/upload-failed.ts';
import { paths } from '../../paths.ts';
import { ProgressBar } from '../../ui/layout/progress-bar.tsx';
import { myContent } from '../../studio/public.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { reopenUpload } from './reopened-upload.atoms.ts';
import { percentOf } from '../sending/upload-percent.ts';

/** Whether sign-up or sign-in led here from the initial upload. */
const cameFromUpload = (state: unknown): boolean => {
  const { fromUpload, fromInitialUpload } = (state ?? {}) as { fromUpload?: unknown; fromInitialUpload?: unknown };
  return fromUpload === true || fromInitialUpload === true;
};

const showError = (error: unknown) => {
  const refused = error instanceof ApiError || error instanceof UploadFailed;
  toast.error(
    refused ? 'Upload Processing Failed' : 'Error Processing Upload',
    error instanceof Error && error.message ? error.message : 'An unexpected error occurred during upload',
  );
};

/**
 * Publishes the upload that was waiting for the sign-up. If that fails, it is no longer pending, and the upload form
 * opens with it.
 */
const usePendingUpload = () => {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const readContent = useSetAtom(myContent.refreshAtom);
  const userId = useAtomValue(userIdAtom);

  const giveUp = async (error: unknown, isMounted: () => boolean) => {
    const taken = await takePendingUpload();
    showError(error);
    if (!taken) return;
    reopenUpload(taken);
    if (isMounted()) await navigate(paths.creator.upload);
  };
  const process = useEffectEvent(async (isMounted: () => boolean) => {
    // The sign-up may still be saving it. It reports progress and failure itself, and keeps what failed.
    const isSavedElsewhere = isSavingPendingUpload();
    try {
      if (userId !== undefined && cameFromUpload(state)) await initialUploadBecomesPending(userId);
      if (!isSavedElsewhere && !hasPendingUpload()) return;
      if (!isSavedElsewhere) toast.info('Upload Pending', 'Your initial content is being prepared for upload.');
      if ((await savePendingUpload()) === 'saved') void readContent();
    } catch (error) {
      if (!isSavedElsewhere) await giveUp(error, isMounted);
    }
  });
  useEffect(() => {
    let isMounted = true;
    void process(() => isMounted);
    return () => {
      isMounted = false;
    };
  }, []);
};

/** Shown on the dashboard while the media of an upload from before the sign-up is being sent. */
export const PendingUploadProgress = () => {
  usePendingUpload();
  const progress = useAtomValue(pendingProgressAtom);
  if (!progress || progress.status === 'failed') return null;
  const percent = percentOf(progress);
  return (
    <Panel mb="6" aria-label="Your initial upload">
      <Flex justify="space-between" gap="3" mb="2" fontSize="sm" fontVariantNumeric="tabular-nums">
        <Box fontWeight="500">Your initial content is on its way</Box>
        <Box color="ink.muted">{progress.status === 'uploading' ? `${percent}%` : 'Preparing the preview…'}</Box>
      </Flex>
      <ProgressBar label="Upload of your initial content" percent={percent} tone="accent" />
    </Panel>
  );
};
