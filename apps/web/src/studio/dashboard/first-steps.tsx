import type { CreatorFigures } from '@tessera/contract/dashboards';
import { Box, Flex, chakra } from '@chakra-ui/react';
import type { CreatorProfile } from '@tessera/contract/accounts/profile';
import type { ReferralCodePage } from '@tessera/contract/referrals';
import { splitPolicy } from '@tessera/domain/earnings/split';
import { useAtom } from 'jotai';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { LinkRow } from '../../ui/controls/link-row.tsx';
import { Heading, Panel } from '../../ui/layout/panel.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ProgressBar } from '../../ui/layout/progress-bar.tsx';
import { storedAtom } from '../../kernel/browser/stored-atom.ts';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly done: boolean;
}

interface Facts {
  readonly dashboard: CreatorFigures;
  readonly profile: CreatorProfile;
  readonly codes: ReferralCodePage;
}

const percent = `${splitPolicy.referralBasisPoints / 100}%`;

/** A new creator's first steps, in the most helpful order; a step is done once the facts say so. */
const firstStepsOf = ({ dashboard, profile, codes }: Facts): readonly Step[] => {
  const { venmo_name, paypal_email, bank_account } = profile;
  const hasPublished = dashboard.total_content > 0 || dashboard.total_licenses > 0;
  return [
    {
      title: 'Add your portrait',
      text: 'It appears next to your name, and on your own page with all your work.',
      to: paths.accountPart('page'),
      done: profile.portrait_url !== null,
    },
    {
      title: 'Publish your first photo or video',
      text: 'Brands see it right away, as a watermarked preview.',
      to: paths.creator.upload,
      done: hasPublished,
    },
    {
      title: 'Set your prices',
      text: 'One for each license type you sell. You can change them at any time.',
      to: hasPublished ? `${paths.creator.dashboard}?tab=content` : paths.creator.upload,
      done: hasPublished,
    },
    {
      title: 'Choose how you get paid',
      text: 'Venmo, PayPal or your bank. Your details are encrypted.',
      to: paths.accountPart('profile'),
      done: [venmo_name, paypal_email, bank_account].some(Boolean),
    },
    {
      title: 'Share a referral code',
      text: `You earn ${percent} of what the creators you invite sell.`,
      to: paths.creator.referrals,
      done: codes.items.length > 0,
    },
  ];
};

const StepLine = ({ title, text, to, done }: Step) => {
  const mark = (
    <Box color={done ? 'positive' : 'hairline.strong'} flexShrink="0">
      {done ? (
        <CircleCheck size={22} strokeWidth={1.5} role="img" aria-label="Done" />
      ) : (
        <Circle size={22} strokeWidth={1.5} role="img" aria-label="To do" />
      )}
    </Box>
  );
  return <LinkRow to={to} mark={mark} title={title} text={done ? null : text} done={done} />;
};

const Steps = ({ steps, onDismiss }: { steps: readonly Step[]; onDismiss: () => void }) => {
  const done = steps.filter((step) => step.done).length;
  const isFinished = done === steps.length;
  return (
    <Panel aria-labelledby="first-steps">
      <Flex justify="space-between" align="center" gap="4" wrap="wrap" mb="1">
        <Heading id="first-steps">{isFinished ? 'You’re all set' : 'Your first steps'}</Heading>
        {isFinished ? (
          <Button variant="secondary" size="sm" onClick={onDismiss}>
            Hide this list
          </Button>
        ) : (
          <Box fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums">
            {done} of {steps.length} done
          </Box>
        )}
      </Flex>
      <ProgressBar
        label="First steps"
        tone={isFinished ? 'positive' : 'accent'}
        percent={(done / steps.length) * 100}
        words={`${done} of ${steps.length} done`}
      />
      <chakra.ol listStyleType="none" mt="2">
        {steps.map((step) => (
          <StepLine key={step.title} {...step} />
        ))}
      </chakra.ol>
    </Panel>
  );
};

type Stage = 'unseen' | 'begun' | 'dismissed';

/** The list's height with one or two steps done, so that what is below it doesn't move when it loads. */
const listHeight = '360px';

interface ListProps {
  readonly dashboard: CreatorFigures | undefined;
  readonly stage: Stage;
  readonly onStage: (stage: Stage) => void;
}

/** The list, once all its facts are loaded. It stays hidden if all steps were done before it was ever shown. */
const FirstStepsList = ({ dashboard, stage, onStage }: ListProps) => {
  const { reading: profile } = useReading<CreatorProfile>('/api/profile');
  const { reading: codes } = useReading<ReferralCodePage>('/api/referral-codes');
  const isLoading = [profile, codes].some(({ status }) => status === 'loading');
  const known =
    dashboard && profile.status === 'known' && codes.status === 'known'
      ? firstStepsOf({ dashboard, profile: profile.value, codes: codes.value })
      : null;
  const isShown = known !== null && (stage === 'begun' || known.some(({ done }) => !done));
  useEffect(() => {
    if (isShown && stage === 'unseen') onStage('begun');
  }, [isShown, stage, onStage]);
  if (!dashboard) return null;
  if (isLoading)
    return <Skeleton h={listHeight} borderRadius="media" role="status" aria-label="Loading your first steps" />;
  return isShown ? <Steps steps={known} onDismiss={() => onStage('dismissed')} /> : null;
};

interface StepsProps {
  readonly creatorId: string;
  /** `undefined` until it is known; the list's other facts are read meanwhile. */
  readonly dashboard: CreatorFigures | undefined;
}

/** A new creator's first steps, until they are all done and the list is hidden, which this browser remembers. */
export const FirstSteps = ({ creatorId, dashboard }: StepsProps) => {
  const stageAtom = useMemo(() => storedAtom<Stage>(`first-steps:${creatorId}`, 'unseen'), [creatorId]);
  const [stage, setStage] = useAtom(stageAtom);
  const isNeedless = stage === 'unseen' && (dashboard?.total_licenses ?? 0) > 0;
  useEffect(() => {
    if (isNeedless) setStage('dismissed');
  }, [isNeedless, setStage]);
  return isNeedless || stage === 'dismissed' ? null : (
    <FirstStepsList dashboard={dashboard} stage={stage} onStage={setStage} />
  );
};
