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
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { UploadFailed } from '../sending/upload-failed.ts';
import { paths } from '../../paths.ts';
import { ProgressBar } from '../../ui/layout/progress-bar.tsx';
import { myContent } from '../../studio/public.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { reopenUpload } from './reopened-upload.atoms.ts';
import { percentOf } from '../sending/upload-percent.ts';

/** What the sign-up and the sign-in send along when the way began at the initial upload. */
const cameFromUpload = (state: unknown): boolean => {
  const { fromUpload, fromInitialUpload } = (state ?? {}) as { fromUpload?: unknown; fromInitialUpload?: unknown };
  return fromUpload === true || fromInitialUpload === true;
};

const tell = (error: unknown) => {
  const refused = error instanceof ApiError || error instanceof UploadFailed;
  toast.error(
    refused ? 'Upload Processing Failed' : 'Error Processing Upload',
    error instanceof Error && error.message ? error.message : 'An unexpected error occurred during upload',
  );
};

/** Makes content of what waited for the sign-up. What can't be saved is forgotten, and the form opens with it. */
const usePendingUpload = () => {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const readContent = useSetAtom(myContent.refreshAtom);

  const giveUp = async (error: unknown, isHere: () => boolean) => {
    const taken = await takePendingUpload();
    tell(error);
    if (!taken) return;
    reopenUpload(taken);
    if (isHere()) await navigate(paths.creator.upload);
  };
  const process = useEffectEvent(async (isHere: () => boolean) => {
    // The sign-up may still be at it: it has told so, its failure is told there, and what failed is kept.
    const begunElsewhere = isSavingPendingUpload();
    try {
      if (cameFromUpload(state)) await initialUploadBecomesPending();
      if (!begunElsewhere && !hasPendingUpload()) return;
      if (!begunElsewhere) toast.info('Upload Pending', 'Your initial content is being prepared for upload.');
      if ((await savePendingUpload()) === 'saved') void readContent();
    } catch (error) {
      if (!begunElsewhere) await giveUp(error, isHere);
    }
  });
  useEffect(() => {
    let here = true;
    void process(() => here);
    return () => {
      here = false;
    };
  }, []);
};

/** Shown on the dashboard while the media of an upload from before the sign-up is on its way. */
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
