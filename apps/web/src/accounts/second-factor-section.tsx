import { Box, Flex } from '@chakra-ui/react';
import type { Factor } from '@supabase/auth-js';
import { RotateCw, ShieldCheck, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '../kernel/toast.tsx';
import { Button } from '../ui/button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';
import { beginSetUp, newRecoveryCodes, ownFactor, recoveryCodesLeft } from './second-factor.ts';
import type { SetUp } from './second-factor.ts';
import { SettingsSection } from './settings-section.tsx';

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

const tellFailure = (title: string, error: unknown) =>
  toast.error(title, error instanceof Error ? error.message : 'Please try again.');

interface Standing {
  readonly factor: Factor | null;
  /** Undefined where they could not be counted. */
  readonly codesLeft: number | undefined;
}

const readStanding = async (): Promise<Standing> => {
  const factor = await ownFactor();
  return { factor, codesLeft: factor ? await recoveryCodesLeft().catch(() => undefined) : undefined };
};

const leftWords = (left: number) => {
  if (left === 0) return 'No recovery codes are left. Make new ones.';
  return left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`;
};

interface OnProps {
  readonly factor: Factor;
  readonly codesLeft: number | undefined;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onRemoved: () => void;
}

const On = ({ factor, codesLeft, onCodes, onRemoved }: OnProps) => {
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState(false);
  const makeCodes = async () => {
    setMaking(true);
    try {
      onCodes(await newRecoveryCodes());
    } catch (error) {
      tellFailure('No new codes were made', error);
    }
    setMaking(false);
  };
  return (
    <Box display="grid" gap="5">
      <Box>
        <Box fontWeight="500">Authenticator app</Box>
        <Box fontSize="sm" color="ink.muted" mt="1">
          On since {day.format(new Date(factor.created_at))}. {codesLeft !== undefined && leftWords(codesLeft)}
        </Box>
      </Box>
      <Flex gap="3" wrap="wrap">
        <Button
          variant="secondary"
          w={{ base: 'full', sm: 'auto' }}
          loading={making}
          loadingText="Making..."
          onClick={() => void makeCodes()}
        >
          <RotateCw {...icon} />
          New recovery codes
        </Button>
        <Button variant="danger" w={{ base: 'full', sm: 'auto' }} onClick={() => setRemoving(true)}>
          <Trash2 {...icon} />
          Remove…
        </Button>
      </Flex>
      {removing && <RemoveFactorDialog onClose={() => setRemoving(false)} onRemoved={onRemoved} />}
    </Box>
  );
};

/** What the section is busy with, beside telling how things are. */
type Step = { readonly setUp: SetUp } | { readonly codes: readonly string[] } | null;

/** A code from an authenticator app beside the password: set up, recovered, removed. */
export const SecondFactorSection = () => {
  const [standing, setStanding] = useState<Standing | null>(null);
  const [step, setStep] = useState<Step>(null);
  const [beginning, setBeginning] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void readStanding().then(setStanding);
  }, []);
  /** The focus goes where the buttons are again. */
  const end = async () => {
    const next = await readStanding();
    flushSync(() => {
      setStanding(next);
      setStep(null);
    });
    place.current?.focus();
  };
  const begin = async () => {
    setBeginning(true);
    try {
      setStep({ setUp: await beginSetUp() });
    } catch (error) {
      tellFailure('Not set up', error);
    }
    setBeginning(false);
  };
  return (
    <SettingsSection
      heading="Second factor"
      intro="A code from an app on your phone, asked for after your password. It keeps others out even if they know your password."
    >
      <Box ref={place} tabIndex={-1} role="group" aria-label="Second factor" outline="none">
        {step && 'setUp' in step && (
          <SecondFactorSetUp setUp={step.setUp} onDone={(codes) => setStep({ codes })} onCancel={() => void end()} />
        )}
        {step && 'codes' in step && <RecoveryCodes codes={step.codes} onDone={() => void end()} />}
        {!step && standing?.factor === null && (
          <Button
            variant="secondary"
            w={{ base: 'full', sm: 'auto' }}
            loading={beginning}
            loadingText="Preparing..."
            onClick={() => void begin()}
          >
            <ShieldCheck {...icon} />
            Set up
          </Button>
        )}
        {!step && standing?.factor && (
          <On
            factor={standing.factor}
            codesLeft={standing.codesLeft}
            onCodes={(codes) => setStep({ codes })}
            onRemoved={() => void end()}
          />
        )}
      </Box>
    </SettingsSection>
  );
};
